/** The version of this program; the bundler writes it in. Never compared with another version anywhere. */
declare const BUILD_VERSION: string | undefined

export const VERSION: string = typeof BUILD_VERSION === 'undefined' ? 'dev' : BUILD_VERSION
