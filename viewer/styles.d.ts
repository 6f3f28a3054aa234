/** The bundler takes the style sheet along and writes it to a file of its own. */
declare module '*.css'
