/** The version of this program; the bundler writes it in. Nothing depends on which of two is newer. */
declare const BUILD_VERSION: string | undefined

export const VERSION: string = typeof BUILD_VERSION === 'undefined' ? 'dev' : BUILD_VERSION
