/** A real worker on a copy of a filled folder, with the model beside the program as in an installation. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePlace, type Place, PROJECT_ROOT, removePlace } from '../../test/support/place.ts'
import { call, settle, startWorker, stopWorker } from '../../test/support/worker.ts'
import { copyFolder } from './folders.ts'

export interface Stage {
  place: Place
  pid: number
  end(): Promise<void>
}

/** It answers by words and meaning when this returns. */
export async function startStage(folder: string, settings: Record<string, string> = {}): Promise<Stage> {
  const place = makePlace()
  const end = async () => {
    await stopWorker(place)
    removePlace(place)
  }
  try {
    for (const name of ['model', 'runtime']) symlinkSync(join(PROJECT_ROOT, name), join(place.root, name))
    copyFolder(folder, place.data.root)
    // In the file, because a measured hook's environment has only what it needs.
    const all = { CLAUDE_MEM_WORKER_PORT: '0', ...settings }
    writeFileSync(join(place.data.root, 'settings.json'), JSON.stringify(all))
    const { pid } = await startWorker(place, { CLAUDE_MEM_WORKER_PORT: undefined })
    await settle(place)
    await warm(place)
    return { place, pid, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** A cold model is not waited for; a few questions later it is loaded. */
async function warm(place: Place): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const path = `/api/search/observations?query=warm+question+${tries}&limit=5&format=index`
    if ((await call<{ searched: string }>(place, 'GET', path)).searched === 'hybrid') return
  }
  throw new Error('the worker does not search by meaning: is the model there (node scripts/fetch-model.mjs)?')
}
