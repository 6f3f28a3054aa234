/** What the memory has been worth: how it grew, what was told, what that cost and saved, and how much is dead weight. */
import { OBSERVATION_TYPES } from '../../src/memory/observation.ts'
import type { Insights } from '../../src/worker/protocol/insights.ts'
import { go, href } from '../address.ts'
import { get } from '../api.ts'
import { useAsked } from '../asked.ts'
import { dayLink } from '../filters.tsx'
import { Answer } from '../parts.tsx'
import { AsTable, Calendar, Columns, Legend, Share, sum } from '../plots.tsx'
import { count, dayOf, monthOf, shortCount } from '../times.ts'
import { type Day, daysOf, type Week, weeksOf } from './insight-weeks.ts'

export function InsightsView() {
  const asked = useAsked<Insights>((signal) => get('/api/insights', {}, signal))
  return (
    <>
      <h1>Insights</h1>
      <Answer asked={asked}>
        {(insights) =>
          insights.junk.memories === 0 ? (
            <section class="empty">
              <h2>Nothing to count yet</h2>
              <p>
                After the first sessions this shows how the memory grows, what agents were told, and what that saved.
                Old sessions count too: <code>claude-mem import transcripts</code>.
              </p>
            </section>
          ) : (
            <Plots insights={insights} />
          )
        }
      </Answer>
    </>
  )
}

/** What was told and read is kept for 90 days. */
const LEDGER_WEEKS = 13

function Plots({ insights }: { insights: Insights }) {
  const days = daysOf(insights)
  const weeks = weeksOf(days)
  return (
    <>
      <Activity days={days} weeks={weeks} />
      <Types weeks={weeks} />
      <Tokens weeks={weeks.slice(-LEDGER_WEEKS)} />
      <Budget insights={insights} days={days} />
      <Recall insights={insights} weeks={weeks.slice(-LEDGER_WEEKS)} />
      <Junk junk={insights.junk} />
    </>
  )
}

function Activity({ days, weeks }: { days: Day[]; weeks: Week[] }) {
  const total = sum(days.map(({ memories }) => memories))
  const active = days.filter(({ memories }) => memories > 0)
  const [busiest] = active.toSorted((a, b) => b.memories - a.memories)
  const says = `${count(total)} memories in the last year, on ${count(active.length)} days${busiest ? `; most of them, ${count(busiest.memories)}, on ${dayOf(busiest.at)}` : ''}.`
  const months = weeks.map(({ at }, index) => {
    const month = monthOf(at)
    const last = weeks[index - 1]
    // Too near the edge a name would be cut off.
    return last && monthOf(last.at) !== month && index < weeks.length - 1 ? month : ''
  })
  const byMonth = Map.groupBy(active, ({ day }) => day.slice(0, 7))
  return (
    <section>
      <h2>Activity</h2>
      <p class="quiet">{says}</p>
      <Calendar
        months={months}
        says={says}
        onPick={(day) => go(dayLink(day))}
        weeks={weeks.map((week) =>
          week.days.map((day) =>
            day ? { day: day.day, value: day.memories, label: `${dayOf(day.at)}: ${count(day.memories)}` } : undefined,
          ),
        )}
      />
      <AsTable
        caption="Memories by month"
        heads={['Month', 'Days', 'Memories']}
        rows={[...byMonth].reverse().map(([month, of]) => [month, of.length, sum(of.map(({ memories }) => memories))])}
      />
    </section>
  )
}

function Types({ weeks }: { weeks: Week[] }) {
  const total = (type: (typeof OBSERVATION_TYPES)[number]) => sum(weeks.map(({ types }) => types[type] ?? 0))
  const used = OBSERVATION_TYPES.filter((type) => total(type) > 0)
  return (
    <section>
      <h2>Types over time</h2>
      <Columns
        says={`Memories by type and week: ${used.map((type) => `${count(total(type))} ${type}`).join(', ')}.`}
        stacks={weeks.map(({ label, at, types }) => ({
          ...{ label, at },
          parts: used.map((name) => ({ name, value: types[name] ?? 0 })),
        }))}
      />
      <Legend of={used.map((name) => ({ name, value: count(total(name)), to: href('/', { type: name }) }))} />
      <AsTable
        caption="Memories by type and week"
        heads={['Week', ...used]}
        rows={busy(weeks).map(({ label, types }) => [label, ...used.map((type) => types[type] ?? 0)])}
      />
    </section>
  )
}

function Tokens({ weeks }: { weeks: Week[] }) {
  const saved = sum(weeks.map(({ savedTokens }) => savedTokens))
  const told = sum(weeks.map(({ toldTokens }) => toldTokens))
  const spent = sum(weeks.map(({ spentTokens }) => spentTokens))
  return (
    <section>
      <h2>Tokens saved and spent</h2>
      <p class="quiet">
        Upwards what the read gate saved, downwards what agents were told and what a model took for wording memories.
        All are estimates; what a good memory saves in work is not counted.
      </p>
      {saved === 0 && told === 0 && spent === 0 ? (
        <p class="quiet">Nothing yet: no session has been told anything.</p>
      ) : (
        <>
          <Columns
            says={`Tokens by week: ${count(saved)} saved, ${count(told)} told, ${count(spent)} spent on wording.`}
            stacks={weeks.map(({ label, at, savedTokens, toldTokens, spentTokens }) => ({
              ...{ label, at },
              parts: [
                { name: 'saved', value: savedTokens },
                { name: 'told', value: -toldTokens },
                { name: 'spent-on-wording', value: -spentTokens },
              ],
            }))}
          />
          <Legend
            of={[
              { name: 'saved', value: shortCount(saved) },
              { name: 'told', value: shortCount(told) },
              { name: 'spent-on-wording', value: shortCount(spent) },
            ]}
          />
          <AsTable
            caption="Tokens by week"
            heads={['Week', 'Saved', 'Told', 'Spent on wording']}
            rows={busy(weeks).map((week) => [week.label, week.savedTokens, week.toldTokens, week.spentTokens])}
          />
        </>
      )}
    </section>
  )
}

const BUDGET_DAYS = 30

function Budget({ insights: { budget }, days }: { insights: Insights; days: Day[] }) {
  const last = days.slice(-BUDGET_DAYS)
  if (budget.provider === 'local' && last.every(({ spentTokens }) => spentTokens === 0))
    return (
      <section>
        <h2>Budget</h2>
        <p class="quiet">
          Memories are kept in the session’s own words: no model is asked, and nothing is spent.{' '}
          <a href="/settings">Settings</a> can choose one.
        </p>
      </section>
    )
  const says = `${count(budget.spentToday)} of ${count(budget.perDay)} tokens today.`
  return (
    <section>
      <h2>Budget</h2>
      <p class="quiet">
        {says} The last {BUDGET_DAYS} days; the line is the budget of a day.
      </p>
      <Columns
        low
        says={says}
        line={budget.perDay}
        stacks={last.map(({ at, spentTokens }) => ({
          ...{ label: dayOf(at), at },
          parts: [{ name: 'spent-on-wording', value: spentTokens }],
        }))}
      />
      <AsTable
        caption="Tokens a model took, by day"
        heads={['Day', 'Tokens']}
        rows={last.filter(({ spentTokens }) => spentTokens > 0).map(({ at, spentTokens }) => [dayOf(at), spentTokens])}
      />
    </section>
  )
}

function Recall({ insights: { recall }, weeks }: { insights: Insights; weeks: Week[] }) {
  const told = sum(weeks.map((week) => week.told))
  return (
    <section>
      <h2>Recalled</h2>
      {told === 0 ? null : (
        <>
          <p class="quiet">
            {count(told)} times an agent was shown a memory without asking, in the last {LEDGER_WEEKS} weeks.
          </p>
          <Columns
            low
            says={`Memories shown by week, ${count(told)} in all.`}
            stacks={weeks.map((week) => ({
              ...{ label: week.label, at: week.at },
              parts: [{ name: 'told', value: week.told }],
            }))}
          />
          <AsTable
            caption="Memories shown by week"
            heads={['Week', 'Times']}
            rows={busy(weeks).map((week) => [week.label, week.told])}
          />
        </>
      )}
      {recall.surfaces.length === 0 ? (
        <p class="quiet">No session has been told anything yet. The next one in a known project will be.</p>
      ) : (
        <div class="table-box">
          <table>
            <caption class="unseen">What agents were told, by occasion</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Times</th>
                <th scope="col">Tokens</th>
              </tr>
            </thead>
            <tbody>
              {recall.surfaces.map(({ surface, texts, tokens }) => (
                <tr key={surface}>
                  <th scope="row">{OCCASIONS[surface] ?? surface}</th>
                  <td>{count(texts)}</td>
                  <td>{count(tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {recall.top.length > 0 ? (
        <>
          <h3>Most often</h3>
          <ol class="top">
            {recall.top.map(({ id, title, times }) => (
              <li key={id}>
                <span class="amount">{count(times)} ×</span> <a href={`/memory/${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </section>
  )
}

const OCCASIONS: Record<string, string> = {
  session_start: 'at the start of a session',
  prompt: 'beside a prompt',
  read: 'before a file was read',
  failure: 'after a failure',
}

function Junk({ junk }: { junk: Insights['junk'] }) {
  return (
    <section>
      <h2>Dead weight</h2>
      <Share name="Never recalled" of={junk.memories} part={junk.neverTold}>
        {count(junk.neverTold)} of {count(junk.memories)} memories were told to no session of the last 90 days. They are
        still found when somebody searches.
      </Share>
      <Share name="Duplicates" of={junk.compared} part={junk.duplicates}>
        {count(junk.duplicates)} of the newest {count(junk.compared)} have the same words in the title as another one.
        {junk.merged > 0 ? ` ${count(junk.merged)} more were merged as they came.` : ''}
      </Share>
      <Share name="Superseded" of={junk.memories} part={junk.superseded}>
        {junk.superseded === 0
          ? 'No memory was replaced by a newer one on the same matter.'
          : `${count(junk.superseded)} are told better by a newer memory, and stand behind it.`}
      </Share>
    </section>
  )
}

/** Newest first, without weeks in which nothing happened. */
const busy = (weeks: Week[]) => weeks.filter(({ quiet }) => !quiet).reverse()
