/** The program's name and version. The bundler inserts the version; nothing compares versions. */
declare const BUILD_VERSION: string | undefined

export const VERSION: string = typeof BUILD_VERSION === 'undefined' ? 'dev' : BUILD_VERSION

/** The npm package. On the registry our command's name, `claude-mem`, belongs to another program. */
export const PACKAGE = 'agent-keepsake'
