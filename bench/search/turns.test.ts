/** Every command gets every question, the first of a turn changes, and the warm-up is not counted. */
import { expect, it } from 'vitest'
import { askInTurn, WARM_UP } from './turns.ts'

const questions = Array.from({ length: WARM_UP + 3 }, (_, at) => at)

it('every command is asked every question, and another one comes first each time', async () => {
  const asked: string[] = []
  const times = await askInTurn(
    {
      search: (question: number) => asked.push(`${question} search`),
      scan: (question) => asked.push(`${question} scan`),
    },
    { questions },
  )
  expect(asked.slice(0, 4)).toEqual(['0 search', '0 scan', '1 scan', '1 search'])
  expect(new Set(asked).size).toBe(2 * questions.length)
  expect([times.search.length, times.scan.length]).toEqual([3, 3])
})

it('few questions are asked again until enough answers were timed', async () => {
  const asked: number[] = []
  const times = await askInTurn({ 'by file': (question: number) => asked.push(question) }, { questions, atLeast: 20 })
  expect(times['by file']).toHaveLength(20)
  expect(asked.slice(questions.length, questions.length + 2)).toEqual([0, 1])
})
