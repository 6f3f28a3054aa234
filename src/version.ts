/** What this program is called and which one it is. The bundler writes the version in; nothing depends on which is newer. */
declare const BUILD_VERSION: string | undefined

export const VERSION: string = typeof BUILD_VERSION === 'undefined' ? 'dev' : BUILD_VERSION

/** The npm package. On the registry `claude-mem`, our command, is the name of somebody else's program. */
export const PACKAGE = 'agent-keepsake'
