/** The worker's memory, descriptors and children, looked at every second while it lives; a killed one is followed by the next. */
import { readdirSync, readFileSync } from 'node:fs'
import { findWorker } from '../../src/worker/client.ts'
import type { Place } from '../support/place.ts'

export interface Reading {
  at: number
  residentMb: number
  descriptors: number
  children: number
}

export function watchVitals(place: Place): { stop(): Reading[] } {
  const readings: Reading[] = []
  const timer = setInterval(() => {
    const reading = readVitals(findWorker(place.data)?.pid)
    if (reading) readings.push(reading)
  }, 1000)
  return {
    stop() {
      clearInterval(timer)
      return readings
    },
  }
}

export function readVitals(pid: number | undefined): Reading | undefined {
  if (pid === undefined) return undefined
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return {
      at: Date.now(),
      residentMb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      children: readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + childrenOf(pid, task), 0),
    }
  } catch {
    return undefined // it has just ended
  }
}

function childrenOf(pid: number, task: string): number {
  const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim()
  return text === '' ? 0 : text.split(' ').length
}
