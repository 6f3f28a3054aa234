import { resolve } from 'node:path'
import { MemoryError } from '../../memory/error.ts'
import { callWorker } from '../../worker/client.ts'
import type { DreamProposal, DreamReply, DreamRequest, DreamStatus } from '../../worker/protocol/dream.ts'
import { type DreamWords, renderDream, renderDreamStatus, renderProposal } from '../dream-text.ts'
import type { Command, Invocation } from './command.ts'
import { openQuestions } from './setup/question.ts'

const WORDS: DreamWords = { undo: 'claude-mem dream undo', review: 'claude-mem dream review' }

const dream: Command = {
  usage:
    'claude-mem dream [status | dry-run | run | undo [RUN] | review [PROPOSAL --yes | --no]]\n\n' +
    'Dreaming makes lasting in memory/MEMORY.md what searches recalled often, once a day by itself. `dry-run` shows what a\n' +
    'dream would do and writes nothing, `run` dreams now, `undo` takes back the last run, or the one named, and `review`\n' +
    'goes through what it proposes about lines it did not write.',
  options: { yes: { type: 'boolean' }, no: { type: 'boolean' } },
  async run(invocation) {
    const [action = 'status', named, ...others] = invocation.positionals
    const { flags, terminal } = invocation
    const takesName = action === 'undo' || action === 'review'
    if (others.length > 0 || (named !== undefined && !takesName)) {
      throw new MemoryError('bad_input', `\`dream ${action}\` takes ${takesName ? 'one name' : 'no names'}.`)
    }
    if (action !== 'review' && (flags.yes || flags.no)) {
      throw new MemoryError('bad_input', '--yes and --no answer a proposal: claude-mem dream review PROPOSAL --yes')
    }
    switch (action) {
      case 'status': {
        const status = await statusOf(invocation)
        return terminal.result(status, renderDreamStatus(status, WORDS).join('\n'))
      }
      case 'dry-run':
      case 'run':
      case 'undo': {
        const reply = await ask(invocation, { action, ...(named === undefined ? {} : { run: named }) })
        return terminal.result(reply, renderDream(reply, WORDS).join('\n'))
      }
      case 'review':
        return named === undefined ? reviewAll(invocation) : reviewOne(invocation, named)
      default:
        throw new MemoryError('bad_input', `\`dream ${action}\` is not known.`, {
          hint: 'Run `claude-mem dream --help`.',
        })
    }
  },
}
export default dream

async function reviewOne(invocation: Invocation, proposal: string): Promise<void> {
  const { flags, terminal } = invocation
  if (Boolean(flags.yes) === Boolean(flags.no)) {
    throw new MemoryError('bad_input', 'Answer it with --yes or with --no.')
  }
  const reply = await ask(invocation, { action: 'answer', proposal, answer: flags.yes ? 'yes' : 'no' })
  terminal.result(reply, renderDream(reply, WORDS).join('\n'))
}

/** One question after the other at a terminal; elsewhere the list, with how to answer. */
async function reviewAll(invocation: Invocation): Promise<void> {
  const { flags, terminal } = invocation
  if (flags.yes || flags.no) throw new MemoryError('bad_input', 'Say which proposal is answered.')
  const { proposals } = await statusOf(invocation)
  if (proposals.length === 0) return terminal.result({ proposals }, 'Nothing waits for a yes.')
  if (!terminal.interactive || terminal.json) {
    const how = 'Answer one with: claude-mem dream review PROPOSAL --yes (or --no)'
    return terminal.result({ proposals }, [...proposals.map(renderProposal), how].join('\n'))
  }
  terminal.result({}, `${await askEach(invocation, proposals)} of ${proposals.length} answered.`)
}

/** How many were answered. Enter leaves one for later. */
async function askEach(invocation: Invocation, proposals: DreamProposal[]): Promise<number> {
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

function statusOf({ folder }: Invocation): Promise<DreamStatus> {
  const query = new URLSearchParams({ cwd: resolve('.') })
  return callWorker<DreamStatus>(folder, { method: 'GET', path: `/api/dream?${query}` })
}

function ask({ folder }: Invocation, request: Omit<DreamRequest, 'cwd'>): Promise<DreamReply> {
  return callWorker<DreamReply>(folder, {
    method: 'POST',
    path: '/api/dream',
    body: { ...request, cwd: resolve('.') },
  })
}
