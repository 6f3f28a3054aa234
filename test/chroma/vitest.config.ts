import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, defineConfig({}))
config.test.include = ['test/chroma/*.test.ts']
export default config
