import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ZONE = 'test/local-anchor.test.ts'

/** The rooms' files, each of less than a second, come last: at the end no core waits long for another. */
class RoomsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isRoom = (file: TestSpecification) => Number(file.project.name === 'rooms')
    return (await super.sort(files)).toSorted((a, b) => isRoom(a) - isRoom(b))
  }
}

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
    // More than there are cores, because a test also waits: for a worker, a watch, a clock. With two processes on two cores
    // 30 % of the processors' time was idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: RoomsLast },
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
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/*.test.ts', 'test/outline/*.test.ts'],
          exclude: [ZONE],
          isolate: false,
        },
      },
      // The machine's zone is looked up once in a process: it needs one of its own.
      { extends: true, test: { name: 'zone', include: [ZONE] } },
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
