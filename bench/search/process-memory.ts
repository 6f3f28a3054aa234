/** The memory of a process and its children, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'
import { residentMb } from '../hooks/stage.ts'

export function familyMb(pid: number): number {
  return residentMb(pid) + childrenOf(pid).reduce((sum, child) => sum + familyMb(child), 0)
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // it ended meanwhile
  }
}
