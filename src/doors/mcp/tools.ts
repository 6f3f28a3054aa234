/** The tools an agent may call, in reading order. A new one is a line here, its file and its sentence in tools/. */
import type { Tool } from './tool.ts'
import { dream } from './tools/dream.ts'
import { forget } from './tools/forget.ts'
import { getObservations } from './tools/get-observations.ts'
import { memoryContext } from './tools/memory-context.ts'
import { memoryGet } from './tools/memory-get.ts'
import { memorySearch } from './tools/memory-search.ts'
import { remember } from './tools/remember.ts'
import { search } from './tools/search.ts'
import { smartOutline } from './tools/smart-outline.ts'
import { smartSearch } from './tools/smart-search.ts'
import { smartUnfold } from './tools/smart-unfold.ts'
import { timeline } from './tools/timeline.ts'

export const TOOLS: Tool[] = [
  search,
  timeline,
  getObservations,
  smartOutline,
  smartUnfold,
  smartSearch,
  memorySearch,
  memoryGet,
  memoryContext,
  remember,
  forget,
  dream,
]
