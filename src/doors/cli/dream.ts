import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { askWorker } from '../../worker/client.ts'
import type { DreamProposal, DreamReply, DreamRequest, DreamStatus } from '../../worker/protocol/dream.ts'
import { type DreamWords, renderDream, renderDreamStatus, renderProposal } from '../dream-text.ts'
import { defineCommand, type Group, type Invocation } from './command.ts'
import { openQuestions } from './setup/ask-person.ts'
import { optional, toggle } from './takes.ts'

const WORDS: DreamWords = { undo: 'claude-mem dream undo', review: 'claude-mem dream review' }

const status = defineCommand({
  summary: 'show when the last dream was and what waits for your answer',
  async run(invocation) {
    const found = await statusOf(invocation)
    invocation.terminal.result(found, renderDreamStatus(found, WORDS).join('\n'))
  },
})

const dryRun = defineCommand({
  summary: 'show what a dream would do; nothing is written',
  run: (invocation) => askAndShow(invocation, { action: 'dry-run' }),
})

const run = defineCommand({
  summary: 'dream now',
  run: (invocation) => askAndShow(invocation, { action: 'run' }),
})

const undo = defineCommand({
  summary: 'take a dream back',
  args: { run: optional('RUN', 'which one; without it, the last') },
  run: ({ args, ...invocation }) =>
    askAndShow(invocation, { action: 'undo', ...(args.run === undefined ? {} : { run: args.run }) }),
})

const review = defineCommand({
  summary: 'answer what a dream proposes about lines it did not write',
  about: ['At a terminal you are asked about one proposal after the other; elsewhere they are listed.'],
  args: { proposal: optional('PROPOSAL', 'one of them') },
  flags: { yes: toggle('take the line out'), no: toggle('leave it in') },
  exclusive: [['yes', 'no']],
  async run({ args: { proposal }, flags, ...invocation }) {
    const answer = flags.yes ? 'yes' : flags.no ? 'no' : undefined
    if (proposal !== undefined) {
      if (answer === undefined) throw new MemoryError('bad_input', 'Answer it with --yes or with --no.')
      return askAndShow(invocation, { action: 'answer', proposal, answer })
    }
    if (answer !== undefined) {
      throw new MemoryError('bad_input', `Say which proposal: claude-mem dream review PROPOSAL --${answer}`)
    }
    await reviewAll(invocation)
  },
})

const dream: Group = {
  summary: 'copy what is recalled often into memory/MEMORY.md, so that it lasts',
  about: ['This happens automatically once a day.'],
  page: 'dreaming.md',
  parts: { status, 'dry-run': dryRun, run, undo, review },
  standard: 'status',
}
export default dream

type Here = Pick<Invocation, 'folder' | 'terminal'>

async function askAndShow(here: Here, request: Omit<DreamRequest, 'cwd'>): Promise<void> {
  const reply = await ask(here, request)
  here.terminal.result(reply, renderDream(reply, WORDS).join('\n'))
}

/** At a terminal one question after another; elsewhere the list, with how to answer. */
async function reviewAll(invocation: Here): Promise<void> {
  const { terminal } = invocation
  const { proposals } = await statusOf(invocation)
  if (proposals.length === 0) return terminal.result({ proposals }, 'Nothing waits for your answer.')
  if (!terminal.interactive || terminal.json) {
    const how = 'Answer one with: claude-mem dream review PROPOSAL --yes (or --no)'
    return terminal.result({ proposals }, [...proposals.map(renderProposal), how].join('\n'))
  }
  terminal.result({}, `${await askEach(invocation, proposals)} of ${proposals.length} answered.`)
}

/** Returns how many were answered. Enter leaves one for later. */
async function askEach(invocation: Here, proposals: DreamProposal[]): Promise<number> {
  const questions = openQuestions()
  let answered = 0
  try {
    for (const one of proposals) {
      invocation.terminal.line(renderProposal(one))
      const said = await questions.ask('Take this line out? [y/n, Enter: later] ')
      if (said === undefined) break
      const answer = /^y/i.test(said) ? 'yes' : /^n/i.test(said) ? 'no' : undefined
      if (answer === undefined) continue
      const reply = await ask(invocation, { action: 'answer', proposal: one.id, answer })
      for (const line of renderDream(reply, WORDS)) invocation.terminal.line(line)
      answered += 1
    }
  } finally {
    questions.close()
  }
  return answered
}

function statusOf({ folder }: Pick<Here, 'folder'>): Promise<DreamStatus> {
  return askWorker(folder, 'GET /api/dream', { query: { cwd: resolve('.') } })
}

function ask({ folder }: Pick<Here, 'folder'>, request: Omit<DreamRequest, 'cwd'>): Promise<DreamReply> {
  return askWorker(folder, 'POST /api/dream', { body: { ...request, cwd: resolve('.') } })
}
