import { readFileSync } from 'node:fs'
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
