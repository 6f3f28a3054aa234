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
    include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/outline/*.test.ts', 'bench/**/*.test.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 20_000,
  },
})
