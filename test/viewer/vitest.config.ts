import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({}))
delete config.test.projects
config.test.include = ['test/viewer/*.test.ts']
config.test.globalSetup = ['test/viewer/chromium.ts']
config.test.fileParallelism = false // one browser at a time
config.test.testTimeout = 60_000
export default config
