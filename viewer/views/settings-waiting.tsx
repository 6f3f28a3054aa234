/** Settings that count once the worker is started again, and the button that does it. */
import { useSignal } from '@preact/signals'
import type { SettingsReply } from '../../src/worker/protocol/settings.ts'
import { get, mayChange, post } from '../api.ts'
import { useSending } from '../asked.ts'
import { Problem } from '../parts.tsx'

export function Waiting({ reply, onRestarted }: { reply: SettingsReply; onRestarted: () => void }) {
  const state = useSignal<'' | 'restarting' | 'elsewhere'>('')
  const { problem, send } = useSending()
  const waiting = reply.groups.flatMap(({ settings }) => settings).filter(({ waits }) => waits)
  if (state.value === 'elsewhere')
    return (
      <p class="problem" role="alert">
        The worker has not come back at this address. Run <code>claude-mem ui</code> to open this page again.
      </p>
    )
  if (waiting.length === 0 && state.value === '') return null
  const restart = () =>
    send(async () => {
      const { pid } = await get<{ pid: number }>('/health')
      await post('/api/restart', {})
      state.value = 'restarting'
      state.value = (await isBack(pid)) ? '' : 'elsewhere'
      if (state.value === '') onRestarted()
    })
  return (
    <div class="notice" role="status">
      {problem.value ? <Problem error={problem.value} /> : null}
      {state.value === 'restarting' ? (
        'The worker starts again …'
      ) : (
        <>
          {waiting.length === 1 ? '1 setting counts' : `${waiting.length} settings count`} once the worker is started
          again.{' '}
          {mayChange.value ? (
            <button type="button" onClick={() => void restart()}>
              Restart the worker
            </button>
          ) : null}
        </>
      )}
    </div>
  )
}

/** How long a new worker is waited for. A cold start takes half a second, a recovery several. */
const RESTART_LOOKS = 60
const RESTART_LOOK_MS = 250

async function isBack(old: number): Promise<boolean> {
  for (let look = 0; look < RESTART_LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, RESTART_LOOK_MS))
    const health = await get<{ pid: number }>('/health').catch(() => undefined)
    if (health && health.pid !== old) return true
  }
  return false
}
