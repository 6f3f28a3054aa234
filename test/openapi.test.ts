/** The OpenAPI document tells the truth: every route is in it, and a live worker answers as it says. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { findWorker, readText, send } from '../src/worker/client.ts'
import { makeRoutes } from '../src/worker/http/all-routes.ts'
import { type OpenApiDocument, openApiDocument, openApiPath } from '../src/worker/http/openapi.ts'
import { ROUTES } from '../src/worker/protocol/routes.ts'
import { quietParts } from './support/http-parts.ts'
import { makePlace, removePlace } from './support/place.ts'
import { OTHER_SHOP, seedFolder } from './support/seed.ts'
import { waitFor } from './support/wait.ts'
import { isUp, startWorker, stopWorker } from './support/worker.ts'

const query = (path: string, parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters)}`

describe('the OpenAPI document', () => {
  const place = makePlace()
  beforeAll(async () => {
    seedFolder(place.data.root, place.project)
    writeFileSync(join(place.project, 'notes.md'), '# Totals\n\nIn whole cents.\n')
    await startWorker(place)
  })
  afterAll(async () => {
    await stopWorker(place)
    removePlace(place)
  })

  it('lists every route of the app, and no other', () => {
    const { find } = makeRoutes(quietParts())
    const served = Object.keys(ROUTES).flatMap((name) => {
      const [, path = ''] = name.split(' ')
      return find(path)?.routes.map(({ method }) => `${method.toLowerCase()} ${openApiPath(path)}`) ?? []
    })
    const documented = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(documented.sort()).toEqual([...new Set(served)].sort())
  })

  it('describes what a live worker really answers, on every route', { timeout: 60_000 }, async () => {
    const document = (await live('GET', '/api/openapi.json')).body as OpenApiDocument
    expect(document.openapi).toBe('3.1.0')
    const project = place.project
    const calls: Record<string, [path: string, body?: object]> = {
      'get /health': ['/health'],
      'get /api/status': ['/api/status'],
      'get /api/events': ['/api/events?seconds=1'],
      'get /api/stats': ['/api/stats'],
      'get /api/insights': ['/api/insights'],
      'get /api/settings': ['/api/settings'],
      'post /api/settings': [
        '/api/settings',
        { changes: { CLAUDE_MEM_CONTEXT_TOKENS: '1500', CLAUDE_MEM_REVIEW: 'true' } },
      ],
      'post /api/review': ['/api/review', { kept: [1], since: 1 }],
      'get /api/review': ['/api/review'],
      'post /api/settings/preview': ['/api/settings/preview', { project }],
      'get /api/ledger': ['/api/ledger'],
      'get /api/index': ['/api/index'],
      'post /api/index/rebuild': ['/api/index/rebuild', {}],
      'get /api/search': ['/api/search?query=discount&explain=true'],
      'get /api/search/observations': ['/api/search/observations?query=discount&explain=true'],
      'get /api/search/sessions': ['/api/search/sessions?query=discount'],
      'get /api/search/prompts': ['/api/search/prompts?query=discount'],
      'get /api/search/by-type': ['/api/search/by-type?type=bugfix&format=index'],
      'get /api/search/by-concept': ['/api/search/by-concept?concept=gotcha'],
      'get /api/search/by-file': ['/api/search/by-file?filePath=src/total.js'],
      'get /api/search/recent-context': ['/api/search/recent-context'],
      'get /api/search/timeline': ['/api/search/timeline?anchor=1'],
      'get /api/search/timeline-by-query': ['/api/search/timeline-by-query?query=discount'],
      'get /api/search/help': ['/api/search/help'],
      'get /api/openapi.json': ['/api/openapi.json'],
      'get /api/observations/{id}': ['/api/observations/1'],
      'get /api/turn': ['/api/turn?id=1'],
      'get /api/session': ['/api/session?id=S1'],
      'get /api/observations/by-file': [query('/api/observations/by-file', { path: 'src/total.js', cwd: project })],
      'post /api/observations/batch': ['/api/observations/batch', { ids: [1, 2] }],
      'get /api/code/outline': [query('/api/code/outline', { path: 'notes.md', cwd: project })],
      'get /api/code/unfold': [query('/api/code/unfold', { path: 'notes.md', name: 'Totals', cwd: project })],
      'get /api/code/symbols': [query('/api/code/symbols', { query: 'Totals', cwd: project })],
      'post /api/import/observations': ['/api/import/observations', [{ project: 'bulk', text: 'One of many', ts: 1 }]],
      'post /api/remember': ['/api/remember', { text: 'CI needs Node 22', cwd: project }],
      'post /api/observations/{id}/edit': ['/api/observations/1/edit', { title: 'A code counts once' }],
      'post /api/observations/{id}/pin': ['/api/observations/1/pin', { pinned: true }],
      'post /api/observations/{id}/recall': ['/api/observations/1/recall', { recall: false }],
      'get /api/changes': ['/api/changes?limit=2'],
      'post /api/changes/undo': ['/api/changes/undo', {}],
      'post /api/forget': ['/api/forget', { id: 5 }],
      'get /api/notes/shelf': ['/api/notes/shelf'],
      'get /api/notes/status': [query('/api/notes/status', { cwd: project })],
      'post /api/notes/add': ['/api/notes/add', { text: 'Totals are whole cents', evergreen: true, cwd: project }],
      'post /api/notes/sync': ['/api/notes/sync', { cwd: project, all: true }],
      'get /api/notes/search': [query('/api/notes/search', { query: 'whole cents', cwd: project })],
      'post /api/notes/context': ['/api/notes/context', { message: 'How are totals kept?', cwd: project }],
      'get /api/notes/file': [query('/api/notes/file', { path: 'memory/MEMORY.md', cwd: project })],
      'get /api/dream': [query('/api/dream', { cwd: project })],
      'post /api/dream': ['/api/dream', { action: 'dry-run', cwd: project }],
      'post /api/pause': ['/api/pause', {}],
      'post /api/resume': ['/api/resume', {}],
      'post /api/import/transcripts': ['/api/import/transcripts', { path: place.transcripts }],
      'post /api/import/file': ['/api/import/file', { path: join(place.root, 'nowhere.jsonl') }],
      'get /api/export': ['/api/export?format=markdown'],
      'post /api/provider/check': ['/api/provider/check', {}],
      'post /api/provider/retry': ['/api/provider/retry', {}],
      'get /api/synthesis/replayable': ['/api/synthesis/replayable'],
      'post /api/synthesis/replay': ['/api/synthesis/replay', { session: 'first', dryRun: true }],
      'get /api/projects': ['/api/projects'],
      'post /api/projects/rename': ['/api/projects/rename', { project: project, name: 'shop' }],
      'post /api/projects/alias': ['/api/projects/alias', { project: project, alias: 'till' }],
      'post /api/projects/merge': ['/api/projects/merge', { from: OTHER_SHOP, into: project, preview: true }],
      'post /api/vacuum': ['/api/vacuum', {}],
      'post /api/backup': ['/api/backup', {}],
      'get /api/backups': ['/api/backups'],
      'post /api/restore': ['/api/restore', { backup: join(place.root, 'nowhere.sqlite') }],
      'post /api/doctor/check': ['/api/doctor/check', {}],
      'post /api/doctor/respool': ['/api/doctor/respool', {}],
      'post /api/doctor/remove-probes': ['/api/doctor/remove-probes', {}],
      'post /api/settle': ['/api/settle', {}],
      'get /hook/{name}': ['/hook/1.nothing'],
      'post /api/restart': ['/api/restart', {}],
      'post /api/stop': ['/api/stop', {}],
    }
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    )
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort())
    // In the order above: the worker ends last.
    for (const name of Object.keys(calls)) {
      const operation = operations.find((one) => one.name === name)?.operation
      const [path, body] = calls[name] ?? ['']
      const answer = await live(name.startsWith('get') ? 'GET' : 'POST', path, body)
      const described = operation?.responses[answer.status === 200 ? '200' : 'default']
      const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(described?.content ?? {})
      const isError = answer.status !== 200
      const values = type.includes('ndjson')
        ? answer.text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [type.includes('json') ? answer.body : answer.text]
      const checker = z.fromJSONSchema((isError ? document.components.schemas.Error : schema) as never)
      for (const value of values)
        expect(checker.safeParse(value).error?.issues ?? [], `${name}: ${answer.text.slice(0, 300)}`).toEqual([])
      if (name === 'post /api/restart') await restarted(answer.pid)
      // Only what this worker cannot have may fail here.
      expect([200, ...(MAY_FAIL[name] ?? [])], `${name}: ${answer.text.slice(0, 300)}`).toContain(answer.status)
    }
  })

  async function restarted(from: number): Promise<void> {
    await waitFor('another worker answers', async () => findWorker(place.data)?.pid !== from && (await isUp(place)))
  }

  async function live(method: 'GET' | 'POST', path: string, body?: object) {
    const port = findWorker(place.data)
    if (!port) throw new Error('no worker')
    const token = readText(place.data.token)?.trim()
    const { status, text } = await send(port, { method, path, token, ...(body ? { body } : {}), timeoutMs: 30_000 })
    return {
      pid: port.pid,
      status,
      text,
      body: text.startsWith('{') && !path.includes('transcripts') ? JSON.parse(text) : undefined,
    }
  }
})

/** A hook file that no hook left; a session without kept events; no index, or one that is being built. */
const MAY_FAIL: Record<string, number[]> = {
  'get /hook/{name}': [400, 404],
  'get /api/turn': [404],
  'post /api/restore': [404],
  'post /api/synthesis/replay': [404],
  'get /api/index': [503],
  'post /api/index/rebuild': [503],
}
