package com.example.model

sealed interface Shape {
    data class Circle(val radius: Double) : Shape
    data object Empty : Shape
}

fun interface Mapper<in A, out B> {
    fun map(value: A): B
}

/** How loud we are. */
enum class Level(val weight: Int) {
    QUIET(1),
    LOUD(9) {
        override fun label() = "!"
    };

    open fun label(): String = name.lowercase()
}

abstract class Tree<T : Comparable<T>> internal constructor(root: T?) {
    // Counts the root too.
    abstract val size: Int
    val isEmpty: Boolean
        get() = size == 0

    constructor() : this(null)

    operator fun plus(other: Tree<T>): Tree<T> = this

    inner class Node(val value: T)
}

@Serializable
object Registry : Map<String, Shape> by HashMap() {
}

typealias Handler<T> = suspend (T) -> Unit
annotation class Marker
