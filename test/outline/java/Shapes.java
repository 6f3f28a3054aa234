package com.example.shapes;

/** What can be painted. */
public sealed interface Shape permits Circle, Square {
    double area();

    default String describe() {
        return "shape of " + area();
    }
}

record Circle(double radius) implements Shape {
    Circle {
        if (radius < 0) throw new IllegalArgumentException();
    }

    @Override
    public double area() { return Math.PI * radius * radius; }
}

enum Operator implements IntBinaryOperator {
    /** Adds. */
    PLUS("+") {
        public int applyAsInt(int a, int b) { return a + b; }
    },
    TIMES("*") {
        public int applyAsInt(int a, int b) { return a * b; }
    };

    final String sign;

    Operator(String sign) { this.sign = sign; }
}

@Retention(RetentionPolicy.RUNTIME)
public @interface Audited {
    String by() default "nobody";
}

abstract class Tree<K extends Comparable<? super K>, V> {
    protected abstract <R> R merge(Tree<K, ? extends V> other, Function<V, R> with);
}
