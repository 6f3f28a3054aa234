/**
 * Small plots, drawn as SVG. A plot is a picture with a sentence for who cannot see it, and the same figures stand below it
 * as a table.
 */
import './styles/plots.css'
import type { ComponentChildren } from 'preact'
import { count, dayOf, shortCount } from './times.ts'

export interface Stack {
  label: string
  at: number
  /** Upwards when positive, downwards when negative; the class gives the colour. */
  parts: { name: string; value: number }[]
}

const WIDTH = 742
const GAP = 0.25

/** One column for each stack, all on one scale. */
export function Columns(by: { stacks: Stack[]; says: string; low?: boolean; line?: number | undefined }) {
  const { stacks, says, low, line } = by
  const height = 120
  const ups = stacks.map(({ parts }) => sum(parts.map(({ value }) => Math.max(0, value))))
  const downs = stacks.map(({ parts }) => -sum(parts.map(({ value }) => Math.min(0, value))))
  const [most, least] = [Math.max(...ups, line ?? 0, 1), Math.max(...downs, 0)]
  const scale = height / (most + least)
  const zero = most * scale
  const step = WIDTH / Math.max(stacks.length, 1)
  return (
    <>
      <p class="scale" aria-hidden="true">
        {line ? `line: ${shortCount(line)}` : `highest: ${shortCount(Math.max(...ups, ...downs))}`}
      </p>
      <svg
        class={low ? 'plot low' : 'plot'}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={says}
        preserveAspectRatio="none"
      >
        {stacks.map(({ label, parts }, at) => {
          let [up, down] = [zero, zero]
          return (
            <g key={label}>
              <title>{[label, ...parts.filter(({ value }) => value !== 0).map(tip)].join('\n')}</title>
              <rect class="plot-back" x={at * step} y={0} width={step} height={height} />
              {parts.map(({ name, value }) => {
                const size = Math.abs(value) * scale
                if (value > 0) up -= size
                else down += size
                const y = value > 0 ? up : down - size
                return size === 0 ? null : (
                  <rect
                    key={name}
                    class={`plot-${name}`}
                    x={(at + GAP / 2) * step}
                    y={y}
                    width={step * (1 - GAP)}
                    height={size}
                  />
                )
              })}
            </g>
          )
        })}
        <line class="plot-axis" x1={0} x2={WIDTH} y1={zero} y2={zero} />
        {line ? <line class="plot-limit" x1={0} x2={WIDTH} y1={zero - line * scale} y2={zero - line * scale} /> : null}
      </svg>
      <p class="ends" aria-hidden="true">
        <span>{dayOf(stacks[0]?.at ?? 0)}</span>
        <span>{dayOf(stacks.at(-1)?.at ?? 0)}</span>
      </p>
    </>
  )
}

const tip = ({ name, value }: { name: string; value: number }) =>
  `${name.replaceAll('-', ' ')}: ${count(Math.abs(value))}`

export interface Cell {
  day: string
  label: string
  value: number
}

const CELL = 14

/** A square for each day, a column for each week. */
export function Calendar(by: {
  weeks: (Cell | undefined)[][]
  months: string[]
  says: string
  onPick: (day: string) => void
}) {
  const values = by.weeks.flat().flatMap((cell) => (cell && cell.value > 0 ? [cell.value] : []))
  // The busiest tenth shares the strongest colour: one day of imports would leave all others pale.
  const strong = values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.9)] ?? 1
  const level = (value: number) => (value === 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((value / strong) * 4))))
  return (
    <div class="calendar-box">
      <svg
        class="plot calendar"
        viewBox={`0 0 ${by.weeks.length * CELL} ${7 * CELL + 16}`}
        role="img"
        aria-label={by.says}
      >
        {by.months.map((month, at) => (
          <text key={at} x={at * CELL} y={10}>
            {month}
          </text>
        ))}
        {by.weeks.map((week, x) =>
          week.map((cell, y) =>
            cell ? (
              // biome-ignore lint/a11y/noStaticElementInteractions: a short cut; the timeline's own field for the day is for everyone
              <rect
                key={cell.day}
                class={`level-${level(cell.value)}`}
                x={x * CELL + 1}
                y={y * CELL + 17}
                width={CELL - 2}
                height={CELL - 2}
                rx={2}
                onClick={() => by.onPick(cell.day)}
              >
                <title>{cell.label}</title>
              </rect>
            ) : null,
          ),
        )}
      </svg>
    </div>
  )
}

/** A share of a whole, with what it means. */
export function Share(by: { of: number; part: number; name: string; children: ComponentChildren }) {
  const share = by.of === 0 ? 0 : by.part / by.of
  return (
    <div class="share">
      <span class="share-name">{by.name}</span>
      <meter min={0} max={1} value={share} aria-label={`${by.name}: ${percent(share)}`} />
      <span class="amount">{percent(share)}</span>
      <p class="quiet">{by.children}</p>
    </div>
  )
}

const percent = (share: number) => `${share > 0 && share < 0.01 ? '< 1' : Math.round(share * 100)} %`

export function Legend({ of }: { of: { name: string; value: string; to?: string }[] }) {
  return (
    <ul class="legend">
      {of.map(({ name, value, to }) => (
        <li key={name}>
          <span class={`key plot-${name}`} aria-hidden="true" />
          {to ? <a href={to}>{name}</a> : name.replaceAll('-', ' ')} <span class="amount">{value}</span>
        </li>
      ))}
    </ul>
  )
}

/** The same figures for who reads instead of looks. */
export function AsTable({ caption, heads, rows }: { caption: string; heads: string[]; rows: (string | number)[][] }) {
  return (
    <details class="as-table">
      <summary>As a table</summary>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...others]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                <td key={at}>{typeof cell === 'number' ? count(cell) : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
