/**
 * Notes as a person reads them: headings, lists, code, emphasis. Everything becomes elements of ours with text in them; a
 * note's own HTML, links and images stay the text they are written as. What this does not know is shown as it stands.
 */
import type { ComponentChildren } from 'preact'

interface Block {
  kind: 'text' | 'item' | 'code' | 'h2' | 'h3' | 'h4'
  lines: string[]
  depth: number
}

/** `mark` may turn a line's end into something else, such as where a fact comes from. */
export function Markdown({ text, mark }: { text: string; mark?: (line: string) => Marked | undefined }) {
  return (
    <div class="markdown">
      {blocksOf(text).map((block, at) => (
        <BlockView key={at} block={block} mark={mark} />
      ))}
    </div>
  )
}

export interface Marked {
  text: string
  beside: ComponentChildren
}

function BlockView({ block, mark }: { block: Block; mark: ((line: string) => Marked | undefined) | undefined }) {
  const { kind, lines, depth } = block
  const whole = lines.join('\n')
  if (kind === 'code')
    return (
      <pre>
        <code>{whole}</code>
      </pre>
    )
  const marked = mark?.(whole)
  const inside = (
    <>
      <Inline text={marked?.text ?? whole} /> {marked?.beside}
    </>
  )
  if (kind === 'item')
    return (
      <p class="item" data-depth={Math.min(depth, 4)}>
        {inside}
      </p>
    )
  // The page has one h1 already.
  const Heading = kind
  return kind === 'text' ? <p>{inside}</p> : <Heading>{inside}</Heading>
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let code: Block | undefined
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      if (code) code = undefined
      else {
        code = { kind: 'code', lines: [], depth: 0 }
        blocks.push(code)
      }
    } else if (code) code.lines.push(line)
    else addLine(blocks, line)
  }
  return blocks.filter(({ lines }) => lines.length > 0)
}

function addLine(blocks: Block[], line: string): void {
  const heading = /^(#{1,6})\s+(.*)$/.exec(line)
  const item = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
  const last = blocks.at(-1)
  if (heading) {
    const level = heading[1]?.length ?? 1
    blocks.push({ kind: level === 1 ? 'h2' : level === 2 ? 'h3' : 'h4', lines: [heading[2] ?? ''], depth: 0 })
  } else if (item) blocks.push({ kind: 'item', lines: [item[2] ?? ''], depth: Math.floor((item[1]?.length ?? 0) / 2) })
  else if (line.trim() === '') blocks.push({ kind: 'text', lines: [], depth: 0 })
  else if (last && (last.kind === 'text' || last.kind === 'item') && last.lines.length > 0) last.lines.push(line.trim())
  else blocks.push({ kind: 'text', lines: [line], depth: 0 })
}

const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|~~[^~\n]+~~|(?<![\w*])\*[^*\n]+\*(?![\w*]))/

function Inline({ text }: { text: string }) {
  return (
    <>
      {text.split(INLINE).map((part, at) => {
        if (at % 2 === 0) return part
        if (part.startsWith('`')) return <code key={at}>{part.slice(1, -1)}</code>
        if (part.startsWith('**')) return <strong key={at}>{part.slice(2, -2)}</strong>
        if (part.startsWith('~~')) return <del key={at}>{part.slice(2, -2)}</del>
        return <em key={at}>{part.slice(1, -1)}</em>
      })}
    </>
  )
}
