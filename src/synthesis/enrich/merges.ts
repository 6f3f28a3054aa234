/** Which stored observations are merged. Chains form one group; a merge that would close a circle is ignored. */
import type { Refs, StoredObservation } from './request.ts'
import type { LooseChange } from './schema.ts'

export interface MergeGroup {
  /** The lowest id of the group stays; the others become its aliases. */
  into: number
  from: number[]
  /** The one whose words the model chose to keep; its id need not be the one that stays. */
  kept: StoredObservation
  others: StoredObservation[]
}

export function readMerges(
  items: readonly LooseChange[],
  refs: Refs,
  ignore: (item: LooseChange, why: string) => void,
): { groups: MergeGroup[]; mergedAway: Set<number> } {
  const target = new Map<number, StoredObservation>()
  for (const item of items) {
    if (item.action !== 'merge') continue
    const from = refs.observations.get(item.ref ?? '')
    const into = refs.observations.get(item.into ?? '')
    if (from === undefined || into === undefined) ignore(item, 'unknown reference')
    else if (target.has(from.id)) ignore(item, 'merged twice')
    else if (endOf(into, target).id === from.id) ignore(item, 'merged in a circle')
    else target.set(from.id, into)
  }
  return { groups: groupsOf(refs, target), mergedAway: new Set(target.keys()) }
}

function endOf(stored: StoredObservation, target: ReadonlyMap<number, StoredObservation>): StoredObservation {
  let end = stored
  for (let next = target.get(end.id); next !== undefined; next = target.get(end.id)) end = next
  return end
}

function groupsOf(refs: Refs, target: ReadonlyMap<number, StoredObservation>): MergeGroup[] {
  const groups = new Map<number, { kept: StoredObservation; others: StoredObservation[] }>()
  for (const stored of refs.observations.values()) {
    if (!target.has(stored.id)) continue
    const kept = endOf(stored, target)
    const group = groups.get(kept.id) ?? { kept, others: [] }
    group.others.push(stored)
    groups.set(kept.id, group)
  }
  return [...groups.values()].map(({ kept, others }) => {
    const ids = [kept, ...others].map(({ id }) => id).sort((a, b) => a - b)
    return { into: ids[0] ?? kept.id, from: ids.slice(1), kept, others }
  })
}
