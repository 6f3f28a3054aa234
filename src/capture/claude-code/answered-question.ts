/**
 * The user's answers to the agent's questions. The response has them by question; older transcripts only in one
 * sentence: `User has answered your questions: "q"="a", "q"="a". You can now …`.
 */
import type { Json } from '../../memory/event.ts'
import { asList, asRecord, type JsonRecord, shownText, text } from '../tool-payload.ts'

export function readAnswers(input: JsonRecord, output: Json): { question: string; answer: string }[] {
  const response = asRecord(output)
  const listed = asList(input.questions).length > 0 ? asList(input.questions) : asList(response.questions)
  const questions = listed.map((item) => text(asRecord(item).question)).filter((question) => question !== '')
  const answers = Object.entries(asRecord(response.answers))
  const notes = asRecord(response.annotations)
  const told = shownText(output)
  return questions.map((question, i) => {
    // A long question is cut when it is a field name; then its position tells which answer belongs to it.
    const given =
      answers.find(([asked]) => asked === question) ?? (answers.length === questions.length ? answers[i] : undefined)
    const answer = given === undefined ? toldAnswer(told, question, questions) : answerText(given[1])
    const note = text(asRecord(notes[question]).notes)
    return { question, answer: note === '' ? answer : `${answer} (${note})`.trim() }
  })
}

function answerText(value: Json): string {
  return Array.isArray(value) ? value.map(text).join(', ') : text(value)
}

/** Questions and answers may contain quotation marks, so an answer ends where the next known part begins. */
function toldAnswer(told: string, question: string, questions: readonly string[]): string {
  const mark = `"${question}"="`
  const start = told.indexOf(mark)
  if (start < 0) return ''
  const rest = told.slice(start + mark.length)
  const ends = [
    ...questions.map((next) => rest.indexOf(`", "${next}"="`)),
    rest.indexOf('". You can now'),
    rest.lastIndexOf('"'),
  ]
  return rest.slice(0, Math.min(...ends.filter((end) => end >= 0), rest.length))
}
