import { describe, expect, it } from 'vitest'
import { DREAM_DEFAULTS } from './dream/settings.ts'
import { changedCritical, DEFAULT_NOTE_SETTINGS, mergeNoteSettings, parseNoteSettings } from './note-settings.ts'

describe('settings of notes', () => {
  it('have defaults for everything', () => {
    expect(parseNoteSettings({}).settings).toEqual({
      backend: 'builtin',
      citations: 'auto',
      extraPaths: [],
      trusted: [],
      builtin: {
        keywords: true,
        bilingual: true,
        dates: true,
        vectors: true,
        temporalDecay: true,
        halfLifeDays: 30,
        mmr: true,
        mmrLambda: 0.7,
      },
      memoryContext: { enabled: true, maxResults: 4, includeRecency: true, halfLifeDays: 30 },
      dreaming: {
        enabled: true,
        time: '03:00',
        minScore: DREAM_DEFAULTS.minScore,
        minRecallCount: 3,
        minUniqueQueries: 3,
        maxPromotions: 10,
        retireAfterDays: 90,
        memoryTokens: 8000,
        rewrite: false,
      },
      qmd: { command: 'qmd', searchMode: 'query', limits: { maxResults: 6, timeoutMs: 15_000 } },
    })
    expect(parseNoteSettings(undefined)).toEqual({ settings: DEFAULT_NOTE_SETTINGS, problems: [] })
  })
  it('are taken key by key', () => {
    const { settings, problems } = parseNoteSettings({
      backend: 'qmd',
      extraPaths: ['~/notes'],
      builtin: { halfLifeDays: 7, mmr: false },
      qmd: { limits: { timeoutMs: 4000 } },
    })
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ backend: 'qmd', extraPaths: ['~/notes'] })
    expect(settings.builtin).toMatchObject({ halfLifeDays: 7, mmr: false, mmrLambda: 0.7 })
    expect(settings.qmd.limits).toEqual({ maxResults: 6, timeoutMs: 4000 })
  })
  it.each([
    [{ backend: 'pinecone' }, 'memory.backend has to be "builtin" or "qmd"; "builtin" stays.'],
    [{ extraPaths: '~/notes' }, 'memory.extraPaths has to be a list of paths; [] stays.'],
    [{ builtin: { mmrLambda: 2 } }, 'memory.builtin.mmrLambda has to be a number from 0 to 1; 0.7 stays.'],
    [{ builtin: { mmr: 'yes' } }, 'memory.builtin.mmr has to be true or false; true stays.'],
    [{ builtin: { halfLifeDays: 0 } }, 'memory.builtin.halfLifeDays has to be a number of days above 0; 30 stays.'],
    [{ builtin: 3 }, 'memory.builtin is not an object and is ignored.'],
    [
      { memoryContext: { maxResults: 1.5 } },
      'memory.memoryContext.maxResults has to be a whole number from 1 to 20; 4 stays.',
    ],
    [{ dreaming: { time: '25:00' } }, 'memory.dreaming.time has to be a time such as "03:00"; "03:00" stays.'],
    [
      { qmd: { command: 'qmd; rm -rf /' } },
      'memory.qmd.command has to be the name of a program or its absolute path; "qmd" stays.',
    ],
    [
      { qmd: { command: './qmd' } },
      'memory.qmd.command has to be the name of a program or its absolute path; "qmd" stays.',
    ],
    [{ qmd: { sessions: {} } }, 'memory.qmd.sessions is not a setting of notes and is ignored.'],
    [{ colour: 'red' }, 'memory.colour is not a setting of notes and is ignored.'],
    [JSON.parse('{"__proto__": {"backend": "qmd"}}'), 'memory.__proto__ is not a setting of notes and is ignored.'],
    [[], 'memory is not an object and is ignored.'],
    [null, 'memory is not an object and is ignored.'],
  ])('stay as they are where a value cannot be used, which is said: %j', (value, problem) => {
    expect(parseNoteSettings(value)).toEqual({ settings: DEFAULT_NOTE_SETTINGS, problems: [problem] })
  })
  it('take the others beside a bad one', () => {
    const { settings } = parseNoteSettings({ builtin: { mmrLambda: 'much', halfLifeDays: 90 } })
    expect(settings.builtin).toMatchObject({ mmrLambda: 0.7, halfLifeDays: 90 })
  })
  it('read the time of dreaming from a cron line too', () => {
    expect(parseNoteSettings({ dreaming: { schedule: '30 4 * * *' } })).toMatchObject({
      settings: { dreaming: { time: '04:30' } },
      problems: [],
    })
    expect(parseNoteSettings({ dreaming: { schedule: '30 4 * * *', time: '05:00' } }).settings.dreaming.time).toBe(
      '05:00',
    )
    expect(parseNoteSettings({ dreaming: { schedule: '*/30 * * * *', minScore: 0.4 } })).toMatchObject({
      settings: { dreaming: { time: '03:00', minScore: 0.4 } },
      problems: [expect.stringContaining('dreaming.schedule')],
    })
  })
  it('are frozen in nobody’s hands: parsing changes neither the defaults nor what came in', () => {
    const value = { dreaming: { schedule: '30 4 * * *' } }
    parseNoteSettings(value)
    expect(value).toEqual({ dreaming: { schedule: '30 4 * * *' } })
    expect(DEFAULT_NOTE_SETTINGS.dreaming.time).toBe('03:00')
  })
})

describe('a workspace’s settings', () => {
  it('go over the user’s own', () => {
    const { settings, problems } = mergeNoteSettings(
      { citations: 'off', builtin: { halfLifeDays: 7, mmr: false } },
      { name: 'Ada', http: { port: 1 }, memory: { builtin: { halfLifeDays: 90 } } },
    )
    expect(problems).toEqual([])
    expect(settings.citations).toBe('off')
    expect(settings.builtin).toMatchObject({ halfLifeDays: 90, mmr: false })
  })
  it('have dreaming and memoryContext under memory or beside it', () => {
    const beside = mergeNoteSettings(undefined, {
      dreaming: { schedule: '5 2 * * *' },
      memoryContext: { maxResults: 2 },
    })
    const under = mergeNoteSettings(undefined, {
      memory: { dreaming: { time: '02:05' }, memoryContext: { maxResults: 2 } },
    })
    expect(beside.settings).toEqual(under.settings)
    expect(beside.settings).toMatchObject({ dreaming: { time: '02:05' }, memoryContext: { maxResults: 2 } })
  })
  it('leave the user’s value where theirs cannot be used, and say in which file', () => {
    const merged = mergeNoteSettings({ builtin: { mmrLambda: 0.5 } }, { memory: { builtin: { mmrLambda: 9 } } })
    expect(merged.settings.builtin.mmrLambda).toBe(0.5)
    expect(merged.problems).toEqual([
      'agent-config.json: memory.builtin.mmrLambda has to be a number from 0 to 1; 0.5 stays.',
    ])
  })
  it('cannot name a program to start: a repository may come from anybody', () => {
    const merged = mergeNoteSettings(
      { qmd: { command: '/opt/qmd' } },
      { memory: { backend: 'qmd', qmd: { command: '/repo/evil', searchMode: 'search' } } },
    )
    expect(merged.settings).toMatchObject({ backend: 'qmd', qmd: { command: '/opt/qmd', searchMode: 'search' } })
    expect(merged.problems).toEqual(['agent-config.json: memory.qmd.command is taken from settings.json alone.'])
  })
  it('names folders outside the workspace only where the user trusts it', () => {
    const config = { memory: { extraPaths: ['docs', '~/notes', '/etc'], trusted: ['/'] } }
    const foreign = mergeNoteSettings({ trusted: ['/mine'] }, config, (trusted) => trusted.includes('/other'))
    expect(foreign.settings).toMatchObject({ extraPaths: ['docs'], trusted: ['/mine'] })
    expect(foreign.problems).toEqual([
      'agent-config.json: memory.trusted is taken from settings.json alone.',
      expect.stringContaining('~/notes is outside the workspace and is not read'),
      expect.stringContaining('/etc is outside the workspace and is not read'),
    ])
    const own = mergeNoteSettings({ trusted: ['/mine'] }, config, (trusted) => trusted.includes('/mine'))
    expect(own.settings.extraPaths).toEqual(['docs', '~/notes', '/etc'])
    expect(mergeNoteSettings({ extraPaths: ['~/notes'] }, {}).settings.extraPaths, 'their own file').toEqual([
      '~/notes',
    ])
  })

  it('may be missing or say nothing', () => {
    for (const workspace of [undefined, {}, { name: 'Ada' }]) {
      expect(mergeNoteSettings(undefined, workspace)).toEqual({ settings: DEFAULT_NOTE_SETTINGS, problems: [] })
    }
  })
})

describe('keys that change what is searched', () => {
  it('are named when they changed, and only then', () => {
    const before = DEFAULT_NOTE_SETTINGS
    expect(changedCritical(before, { ...before, citations: 'off' })).toEqual([])
    expect(changedCritical(before, { ...before, extraPaths: [] })).toEqual([])
    expect(changedCritical(before, { ...before, backend: 'qmd', extraPaths: ['~/n'] })).toEqual([
      'backend',
      'extraPaths',
    ])
  })
})
