/** Every setting: what it does, where its value comes from, and what a session would be told with it. */
import '../styles/settings.css'
import { type Signal, useSignal } from '@preact/signals'
import type { SettingShown, SettingsReply } from '../../src/worker/protocol/settings.ts'
import { go, parameters, withParameters } from '../address.ts'
import { get, mayChange, post } from '../api.ts'
import { type Asked, type Sending, useAsked, useSending } from '../asked.ts'
import { Answer, OnlyLooking, Problem, Ticked } from '../parts.tsx'
import { count } from '../times.ts'
import { SessionPreview } from './session-preview.tsx'
import { Waiting } from './settings-waiting.tsx'

/** What was changed and not saved, by key; null: back to the default. */
export type Draft = Record<string, string | null>

/** The group that decides what a session is told has the preview below it. */
const PREVIEWED = 'What a session is told'

export function SettingsView() {
  const looks = useSignal(0)
  const asked = useAsked<SettingsReply>((signal) => {
    void looks.value
    return get('/api/settings', {}, signal)
  })
  const draft = useSignal<Draft>({})
  const saving = useSending()
  return (
    <>
      <h1>Settings</h1>
      <OnlyLooking to="change settings" />
      <FindBox />
      <Answer asked={asked}>
        {(reply) => (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void saving.send(async () => {
                asked.answer.value = await post<SettingsReply>('/api/settings', { changes: draft.value })
                draft.value = {}
              })
            }}
          >
            <p class="quiet">
              Kept in <code>{reply.file}</code>. What is set in the environment outranks it.
            </p>
            {reply.problems.map((problem) => (
              <p key={problem} class="problem">
                {problem}
              </p>
            ))}
            <Waiting reply={reply} onRestarted={() => (looks.value += 1)} />
            <Groups reply={reply} draft={draft} wrong={saving.problem.value?.field} />
            <SaveBar draft={draft} saving={saving} asked={asked} />
          </form>
        )}
      </Answer>
    </>
  )
}

/** Outside the form, where Enter would save. What was typed is in the address. */
function FindBox() {
  return (
    <search>
      <input
        type="search"
        placeholder="Find a setting by its name or by what it does"
        aria-label="Find a setting"
        title="Find a setting (/)"
        value={parameters.value.get('q') ?? ''}
        onInput={(event) => go(withParameters({ q: event.currentTarget.value }), { replace: true })}
      />
    </search>
  )
}

/** Those that were asked for. One that was refused is in sight whatever was asked. */
function Groups({ reply, draft, wrong }: { reply: SettingsReply; draft: Signal<Draft>; wrong: string | undefined }) {
  const asked = parameters.value.get('q')?.trim() ?? ''
  const groups = reply.groups
    .map((group) => ({ ...group, found: group.settings.filter((one) => one.key === wrong || isAsked(one, asked)) }))
    .filter(({ found }) => found.length > 0)
  const amount = (some: { length: number }[]) => some.reduce((sum, { length }) => sum + length, 0)
  const found = amount(groups.map((group) => group.found))
  return (
    <>
      <div role="status">
        {asked && found > 0 ? (
          <p class="quiet">
            {found} of {amount(reply.groups.map(({ settings }) => settings))} settings
          </p>
        ) : null}
        {found === 0 ? (
          <section class="empty">
            <h2>No setting is named or described so</h2>
            <p>
              Fewer or other words may find it. <a href="/settings">All settings</a> are one click away.
            </p>
          </section>
        ) : null}
      </div>
      {groups.map(({ title, settings, found: shown }) => (
        <section key={title} class="settings">
          <h2>{title}</h2>
          {shown.map((one) => (
            <Setting key={one.key} setting={one} draft={draft} wrong={wrong === one.key} />
          ))}
          {title === PREVIEWED ? <SessionPreview draft={draft} keys={settings.map(({ key }) => key)} /> : null}
        </section>
      ))}
    </>
  )
}

/** Every word of it, in the name or in what it does. */
function isAsked({ key, doc }: SettingShown, asked: string): boolean {
  const text = `${key} ${labelOf(key)} ${doc}`.toLowerCase()
  return asked
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function Setting({ setting, draft, wrong }: { setting: SettingShown; draft: Signal<Draft>; wrong: boolean }) {
  const { key, form, source } = setting
  const changed = key in draft.value
  const locked = source === 'the environment' || !mayChange.value
  return (
    <div class="setting" data-changed={changed}>
      <div>
        <label for={key}>{labelOf(key)}</label>
        <p class="quiet" id={`${key}-doc`}>
          <Ticked text={setting.doc} />
          {form.kind === 'number' ? ` From ${count(form.min)} to ${count(form.max)}.` : ''}
        </p>
        <p class="origin">
          <code>{key}</code> <Origin setting={setting} draft={draft} />
        </p>
      </div>
      <Field setting={setting} draft={draft} locked={locked} wrong={wrong} />
    </div>
  )
}

function Origin({ setting, draft }: { setting: SettingShown; draft: Signal<Draft> }) {
  const { key, source, waits, atOnce } = setting
  const pending = draft.value[key]
  const said =
    pending === null
      ? 'back to the default when saved'
      : pending !== undefined
        ? atOnce
          ? 'counts as soon as it is saved'
          : 'counts after a restart of the worker'
        : source === 'default'
          ? 'the default'
          : `from ${source}`
  return (
    <>
      <span class={pending === undefined ? 'quiet' : 'changed'}>{said}</span>
      {waits && pending === undefined ? <span class="stale"> waits for a restart</span> : null}
      {source === 'settings.json' && pending === undefined && mayChange.value ? (
        <button type="button" class="link" onClick={() => (draft.value = { ...draft.value, [key]: null })}>
          back to the default
        </button>
      ) : null}
    </>
  )
}

function Field(by: { setting: SettingShown; draft: Signal<Draft>; locked: boolean; wrong: boolean }) {
  const { setting, draft, locked } = by
  const { key, form } = setting
  const pending = draft.value[key]
  const value = pending === undefined ? (setting.value ?? '') : (pending ?? setting.default)
  const set = (text: string) => {
    const { [key]: _, ...others } = draft.value
    // A secret's value is not known here, so any text is a change.
    draft.value = text === setting.value ? others : { ...others, [key]: text }
  }
  const given = {
    ...{ id: key, disabled: locked, value },
    'aria-describedby': `${key}-doc`,
    'aria-invalid': by.wrong,
    onInput: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  }
  switch (form.kind) {
    case 'choice':
      return (
        <select {...given}>
          {form.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )
    case 'switch':
      return (
        <input
          type="checkbox"
          {...{ id: key, disabled: locked, 'aria-describedby': `${key}-doc` }}
          checked={value === 'true'}
          onChange={(event) => set(String(event.currentTarget.checked))}
        />
      )
    case 'number':
      return <input type="number" min={form.min} max={form.max} step={1} required {...given} />
    case 'secret':
      return (
        <input
          type="password"
          autocomplete="off"
          placeholder={setting.value === null ? 'set, and never shown' : ''}
          {...given}
        />
      )
    case 'list':
      return <textarea class="line" rows={1} spellcheck={false} placeholder="none" {...given} />
    default:
      return (
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder={setting.value === null ? 'set, and never shown' : ''}
          {...given}
        />
      )
  }
}

function SaveBar({ draft, saving, asked }: { draft: Signal<Draft>; saving: Sending; asked: Asked<SettingsReply> }) {
  const changes = Object.keys(draft.value).length
  const { problem, busy } = saving
  if (changes === 0 && !problem.value) return null
  return (
    <div class="save-bar">
      {problem.value ? <Problem error={problem.value} /> : null}
      <button type="submit" class="main" disabled={busy.value || asked.waiting.value || changes === 0}>
        Save {changes === 1 ? '1 change' : `${changes} changes`}
      </button>
      <button
        type="button"
        onClick={() => {
          draft.value = {}
          problem.value = undefined
        }}
      >
        Discard
      </button>
    </div>
  )
}

/** `CLAUDE_MEM_DAILY_TOKEN_BUDGET` as a person says it. */
function labelOf(key: string): string {
  const words = key.replace('CLAUDE_MEM_', '').toLowerCase().replaceAll('_', ' ')
  return words
    .replace(/\bms\b/, '(milliseconds)')
    .replace(/^\w|\b(url|api)\b/g, (some) => some.toUpperCase())
    .replace(/^Api\b/, 'API')
}
