/** The figures as one picture: observations on x, milliseconds on y, both logarithmic; readable on light and dark. */
import { round } from '../figures.ts'

export interface Line {
  name: string
  points: { x: number; y: number }[]
  /** Yardsticks are dashed. */
  dashed: boolean
  /** On light and on dark ground. */
  color: [light: string, dark: string]
}

const WIDTH = 860
const HEIGHT = 480
const PLOT = { left: 64, right: 640, top: 48, bottom: 424 }
/** Between two names beside the lines. */
const SPACING = 17

export function renderPlot(by: { title: string; lines: Line[] }): string {
  const lines = by.lines.filter((line) => line.points.length > 0)
  const xs = lines.flatMap((line) => line.points.map((point) => point.x))
  const ys = lines.flatMap((line) => line.points.map((point) => point.y))
  const x = scale([Math.min(...xs), Math.max(...xs)], [PLOT.left + 20, PLOT.right - 20])
  const decades = [Math.floor(Math.log10(Math.min(...ys))), Math.ceil(Math.log10(Math.max(...ys)))] as const
  const y = scale([10 ** decades[0], 10 ** decades[1]], [PLOT.bottom, PLOT.top])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${by.title}">`,
    `<style>${styles(lines)}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="${PLOT.left}" y="28">${by.title}</text>`,
    ...grid({ decades, y, sizes: [...new Set(xs)], x }),
    ...lines.map((line, at) => drawLine(line, { at, x, y })),
    ...drawNames(lines, y),
    '</svg>',
    '',
  ].join('\n')
}

type Scale = (value: number) => number

/** A single size is put in the middle. */
function scale([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const span = Math.log(to / from)
  return (value) => round(span === 0 ? (start + end) / 2 : start + ((end - start) * Math.log(value / from)) / span, 1)
}

function grid(by: { decades: readonly [number, number]; y: Scale; sizes: number[]; x: Scale }): string[] {
  const powers = Array.from({ length: by.decades[1] - by.decades[0] + 1 }, (_, at) => 10 ** (by.decades[0] + at))
  return [
    ...powers.flatMap((value) => [
      `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${by.y(value)}" y2="${by.y(value)}"/>`,
      `<text class="label" x="${PLOT.left - 8}" y="${by.y(value) + 4}" text-anchor="end">${value} ms</text>`,
    ]),
    ...by.sizes.flatMap((value) => [
      `<line class="grid" x1="${by.x(value)}" x2="${by.x(value)}" y1="${PLOT.top}" y2="${PLOT.bottom}"/>`,
      `<text class="label" x="${by.x(value)}" y="${PLOT.bottom + 20}" text-anchor="middle">${value.toLocaleString('en-US')}</text>`,
    ]),
    `<text class="label" x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 42}" text-anchor="middle">observations</text>`,
  ]
}

function drawLine(line: Line, by: { at: number; x: Scale; y: Scale }): string {
  const at = line.points.map((point) => `${by.x(point.x)},${by.y(point.y)}`)
  const dash = line.dashed ? ' stroke-dasharray="6 4"' : ''
  const dots = at.map(
    (one) => `<circle class="dot c${by.at}" cx="${one.split(',')[0]}" cy="${one.split(',')[1]}" r="3"/>`,
  )
  return `<polyline class="line c${by.at}"${dash} points="${at.join(' ')}"/>${dots.join('')}`
}

/** Each next to the end of its line, moved down if it would overlap another. */
function drawNames(lines: Line[], y: Scale): string[] {
  const wished = lines.map((line, at) => ({ line, at, y: y(line.points.at(-1)?.y ?? 1) })).sort((a, b) => a.y - b.y)
  let free = PLOT.top - SPACING
  return wished.map(({ line, at, y: wish }) => {
    free = Math.max(wish + 4, free + SPACING)
    const last = line.points.at(-1)?.y ?? 0
    return `<text class="name c${at}" x="${PLOT.right + 10}" y="${round(free, 1)}">${line.name} (${last < 10 ? last.toFixed(1) : last.toFixed(0)})</text>`
  })
}

function styles(lines: Line[]): string {
  const colors = (which: 0 | 1) =>
    lines.map(({ color }, at) => `.line.c${at}{stroke:${color[which]}}.name.c${at},.dot.c${at}{fill:${color[which]}}`)
  return [
    'text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-size:16px;font-weight:600}.label{fill:#57606a}',
    '.ground{fill:#fff}.grid{stroke:#d0d7de;stroke-width:1}.line{fill:none;stroke-width:2}',
    ...colors(0),
    '@media (prefers-color-scheme: dark){text{fill:#e6edf3}.label{fill:#8d96a0}.ground{fill:#0d1117}.grid{stroke:#30363d}',
    ...colors(1),
    '}',
  ].join('')
}
