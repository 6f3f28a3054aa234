import { describe, expect, it } from 'vitest'
import { readHooksFile, withoutShell, withShell } from './hook-table.ts'

const { hooks } = readHooksFile('plugin')
const all = (table: typeof hooks) => Object.values(table).flatMap((groups) => groups.flatMap((group) => group.hooks))

describe('the hooks of the plugin', () => {
  it('name the script by its absolute path in settings.json', () => {
    const written = all(withShell(hooks, '/app/plug $& in'))
    expect(written.length).toBe(all(hooks).length)
    for (const hook of written) expect(hook.args).toContain('/app/plug $& in/hooks/hook.sh')
  })

  it('do not block the user when the script is gone: dash ends with 2, which the host takes for a refusal', () => {
    for (const hook of all(hooks)) expect(hook.args.slice(0, 2)).toEqual(['-c', '[ -r "$0" ] && . "$0"; exit 0'])
  })

  it('call the program itself where there is no shell, with the command that answers only where an answer is wanted', () => {
    const written = withoutShell(hooks, { runtime: '/app/node', program: '/app/dist/main.mjs' })
    expect(written.SessionStart?.map((group) => [group.matcher, group.hooks[0]?.args])).toEqual([
      ['startup|clear|compact', ['/app/dist/main.mjs', 'context', 'SessionStart']],
      ['resume|fork', ['/app/dist/main.mjs', 'save', 'SessionStart']],
    ])
    expect(written.UserPromptSubmit?.[0]?.hooks[0]?.args).toEqual(['/app/dist/main.mjs', 'new', 'UserPromptSubmit'])
    const gate = written.PreToolUse?.find((group) => group.matcher === 'Read')
    expect(gate?.hooks[0]?.args).toEqual(['/app/dist/main.mjs', 'read', 'PreToolUse'])
    expect(written.Stop?.[0]?.hooks[0]?.args).toEqual(['/app/dist/main.mjs', 'summary', 'Stop'])
    expect(written.SessionEnd?.[0]?.hooks[0]).toEqual({
      type: 'command',
      command: '/app/node',
      args: ['/app/dist/main.mjs', 'save', 'SessionEnd'],
      timeout: 5,
    })
  })
})
