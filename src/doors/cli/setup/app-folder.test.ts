import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyMarketplace, copyProgram, copyRuntime, removeOldVersions } from './app-folder.ts'

let packageRoot: string
let app: string
beforeEach(() => {
  packageRoot = mkdtempSync(join(tmpdir(), 'claude-mem-package-'))
  app = join(packageRoot, 'data/app')
  mkdirSync(app, { recursive: true })
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(packageRoot, path, '..'), { recursive: true })
    writeFileSync(join(packageRoot, path), text, { mode })
  }
  put('package.json', '{"files":["dist","plugin",".claude-plugin","NOTICE"]}')
  put('NOTICE', 'whose work is in it')
  put('dist/main.mjs', 'main')
  put('dist/part/one.mjs', 'one')
  put('plugin/hooks/hook.sh', 'hook', 0o755)
  put('plugin/hooks/hooks.json', '{}')
  put('.claude-plugin/marketplace.json', '{}')
  put('src/secret.ts', 'not shipped')
})
afterEach(() => rmSync(packageRoot, { recursive: true, force: true }))

describe('the app folder', () => {
  it('holds what the package ships and nothing else, readable by its owner alone', () => {
    expect(copyProgram({ packageRoot, app, version: '1.0.0' })).toBe('copied')
    const there = readdirSync(join(app, '1.0.0'), { recursive: true }).map(String)
    expect(there).toEqual(expect.arrayContaining(['dist/part/one.mjs', 'NOTICE']))
    expect(there.join()).not.toContain('secret')
    expect(statSync(join(app, '1.0.0/dist/main.mjs')).mode & 0o777).toBe(0o600)
    expect(statSync(join(app, '1.0.0/plugin/hooks/hook.sh')).mode & 0o777).toBe(0o700)
    expect(readdirSync(app)).toEqual(['1.0.0'])
  })

  it('is left alone by a second copy of the same, and replaced as a whole by another build', () => {
    const place = { packageRoot, app, version: '1.0.0' }
    copyProgram(place)
    expect(copyProgram(place)).toBe('unchanged')
    writeFileSync(join(packageRoot, 'dist/main.mjs'), 'mean')
    rmSync(join(packageRoot, 'dist/part/one.mjs'))
    expect(copyProgram(place)).toBe('replaced')
    expect(readFileSync(join(app, '1.0.0/dist/main.mjs'), 'utf8')).toBe('mean')
    expect(existsSync(join(app, '1.0.0/dist/part/one.mjs'))).toBe(false)
    expect(readdirSync(app)).toEqual(['1.0.0'])
  })

  it('has a runtime of its own that runs', () => {
    const runtime = copyRuntime(app)
    expect(runtime.path).toBe(join(app, `node-${process.versions.node}`, 'node'))
    expect(copyRuntime(app).how).toBe('unchanged')
  })

  it('drops files that a new plugin no longer has', () => {
    copyMarketplace({ packageRoot, app })
    rmSync(join(packageRoot, 'plugin/hooks/hook.sh'))
    copyMarketplace({ packageRoot, app, hooksFile: { hooks: { Stop: [] } } })
    expect(existsSync(join(app, 'marketplace/plugin/hooks/hook.sh'))).toBe(false)
    expect(readFileSync(join(app, 'marketplace/plugin/hooks/hooks.json'), 'utf8')).toContain('Stop')
  })

  it('keeps the version before, because a worker of it may still run, and no older one', () => {
    for (const [at, name] of [
      '0.8.0',
      '0.9.0',
      '1.0.0',
      'node-22.1.0',
      'node-23.1.0',
      'node-24.1.0',
      'marketplace',
    ].entries()) {
      mkdirSync(join(app, name))
      utimesSync(join(app, name), at, at)
    }
    expect(removeOldVersions(app, ['1.0.0', 'node-24.1.0']).sort()).toEqual(['0.8.0', 'node-22.1.0'])
  })
})

describe('the native library in the app folder', () => {
  const here = `runtime/${process.platform}-${process.arch}`
  const put = (path: string, text: string) => {
    mkdirSync(join(packageRoot, path, '..'), { recursive: true })
    writeFileSync(join(packageRoot, path), text)
  }
  const copied = () => {
    copyProgram({ packageRoot, app, version: '1.0.0' })
    return readdirSync(join(app, '1.0.0'), { recursive: true }).map(String)
  }

  it('is the one of this platform, of those that lie beside the program', () => {
    put('package.json', '{"files":["dist","runtime"]}')
    put(`${here}/binding.node`, 'ours')
    put('runtime/plan9-mips/binding.node', 'of another platform')
    expect(copied()).toContain(`${here}/binding.node`)
    expect(copied().join()).not.toContain('plan9')
  })

  it('comes from the package npm chose for this platform, and is there for an install from the copy', () => {
    const chosen = `node_modules/agent-keepsake-${process.platform}-${process.arch}`
    put(`${chosen}/package.json`, '{}')
    put(`${chosen}/binding.node`, 'chosen')
    expect(copied()).toContain(`${here}/binding.node`)
    const copy = { packageRoot: join(app, '1.0.0'), app, version: '1.0.0' }
    expect(copyProgram(copy)).toBe('unchanged')
    expect(readFileSync(join(app, '1.0.0', here, 'binding.node'), 'utf8')).toBe('chosen')
  })
})
