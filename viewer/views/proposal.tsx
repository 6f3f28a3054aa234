/** What a dream would like to do to a line of MEMORY.md, with what differs marked word by word. */
import type { DreamProposal } from '../../src/worker/protocol/dream.ts'
import { WordDiff } from '../word-diff.tsx'

export function ProposalText({ proposal: { kind, line, keeps, reason } }: { proposal: DreamProposal }) {
  return (
    <>
      <p class="quiet">
        {kind === 'merge'
          ? `Two lines would become one: ${reason}. What differs is marked.`
          : `This line would go: ${reason}.`}
      </p>
      {keeps === undefined ? (
        <p class="diff">
          <del>{visible(line)}</del>
        </p>
      ) : (
        <WordDiff before={visible(line)} after={visible(keeps)} />
      )}
    </>
  )
}

/** Without its bullet and the comment that records its source. */
export function visible(line: string): string {
  return line
    .replace(/<!--.*?-->/gs, '')
    .replace(/^\s*[-*+]\s+/, '')
    .trim()
}
