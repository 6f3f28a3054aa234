package com.example;

@SuppressWarnings({"unchecked", "rawtypes"})
final class Importer<T>
        extends Job
        implements AutoCloseable, Runnable
{
    static { System.loadLibrary("importer"); }

    private final Runnable onDone = new Runnable() {
        @Override
        public void run() {
            close();
        }
    };

    // Reads the whole file.
    public <S extends T> Map<String, List<S>> read(
            final Path path,
            @Nullable Charset charset
    ) throws IOException {
        return Map.of();
    }

    @Override public void run() {
        class Line {
            String text;
        }
        record Pair(int from, int to) {}
        Runnable later = () -> { new Line(); };
    }

    int broken(int count) {
        return count + ;
    }

    public void close() { }

    static class Builder {
        Importer<?> build() { return null; }
    }
}
