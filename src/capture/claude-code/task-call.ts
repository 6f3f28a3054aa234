/**
 * The agent's task list, in the host's two forms: a whole list written each time, or numbered tasks that are created
 * and then changed one by one.
 */
import type { Json } from '../../memory/event.ts'
import type { Task, TaskState } from '../../memory/tool-call.ts'
import { asList, asRecord, type JsonRecord, shownText, text } from '../tool-payload.ts'

export interface TaskChange {
  tasks: Task[]
  whole: boolean
}

/** `newTodos` is the host's resulting list; if it is missing, the call's own list is the same. */
export function writtenTasks(input: JsonRecord, output: Json): TaskChange {
  const made = asList(asRecord(output).newTodos)
  return { tasks: (made.length > 0 ? made : asList(input.todos)).flatMap(readTask), whole: true }
}

/** Only the response has the new task's number. */
export function createdTask(input: JsonRecord, output: Json): TaskChange {
  const subject = text(input.subject)
  const numbered = idOf(asRecord(asRecord(output).task).id)
  const id = numbered || /\bTask #(\w+) created/.exec(shownText(output))?.[1] || subject
  return { tasks: id === '' ? [] : [{ id, text: subject, state: 'open' }], whole: false }
}

/** A change of state; other changes (dependencies, description) say nothing about what is done. */
export function updatedTask(input: JsonRecord): TaskChange {
  const id = idOf(input.taskId)
  if (id === '' || typeof input.status !== 'string') return { tasks: [], whole: false }
  return { tasks: [{ id, text: text(input.subject), state: stateOf(input.status) }], whole: false }
}

export function listedTasks(output: Json): TaskChange {
  const listed = asList(asRecord(output).tasks)
  if (listed.length > 0) return { tasks: listed.flatMap(readTask), whole: true }
  const lines = [...shownText(output).matchAll(/^#(\w+) \[(\w+)\] (.+?)(?: \[blocked by [^\]]*\])?$/gm)]
  const tasks = lines.map(([, id = '', status = '', subject = '']) => ({ id, text: subject, state: stateOf(status) }))
  return { tasks, whole: true }
}

function readTask(value: Json): Task[] {
  const task = asRecord(value)
  const words = text(task.content) || text(task.subject)
  if (words === '') return []
  return [{ id: idOf(task.id) || words, text: words, state: stateOf(text(task.status)) }]
}

function idOf(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : text(value)
}

const STATES: { [status: string]: TaskState } = {
  in_progress: 'doing',
  completed: 'done',
  deleted: 'dropped',
  cancelled: 'dropped',
}

function stateOf(status: string): TaskState {
  return STATES[status] ?? 'open'
}
