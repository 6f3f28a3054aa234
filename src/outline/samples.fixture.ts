/** One small, typical file per language: the outline tests check its symbols, and the fuzz test mutates it. */
import type { Sample } from './sample.fixture.ts'
import { COMPILED_SAMPLES } from './samples-compiled.fixture.ts'
import { DATA_SAMPLES } from './samples-data.fixture.ts'
import { SCRIPT_SAMPLES } from './samples-script.fixture.ts'

export const SAMPLES: Record<string, Sample> = { ...SCRIPT_SAMPLES, ...COMPILED_SAMPLES, ...DATA_SAMPLES }
