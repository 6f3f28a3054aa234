import { readFileSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    {
      name: 'text-imports',
      enforce: 'pre',
      load(id: string) {
        if (!/\.(sql|md)$/.test(id)) return undefined
        return `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
      },
    },
  ],
  test: {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 20_000,
    env: memoryFolder(),
    maxWorkers: '100%', // the default leaves one core idle: on a machine with two, half of it
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts'],
          // Without a process and a fresh set of modules for each of 250 files: a third less of the processor's time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'whole', include: ['test/*.test.ts', 'test/outline/*.test.ts'] } },
    ],
  },
})

/**
 * Temporary folders in memory where there is room: tests open hundreds of databases, and each write waits 5 ms for a disk
 * (the 112 cases of damage: 54 s on a disk, 23 s in memory). Containers often give /dev/shm 64 MB, or forbid programs in it.
 */
function memoryFolder(): { TMPDIR?: string } {
  const folder = '/dev/shm'
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder)
    const { bavail, bsize } = statfsSync(folder)
    return mount === undefined || mount.includes('noexec') || bavail * bsize < 4e9 ? {} : { TMPDIR: folder }
  } catch {
    return {} // not Linux
  }
}
