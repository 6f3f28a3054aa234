/** The damage table: what is left of a memory after each kind of damage. Prints it; returns how many losses nobody was told of. */
import { damageTable, renderDamageTable } from '../../src/store/damage.fixture.ts'

export async function reportDamage(): Promise<number> {
  const startedAt = Date.now()
  const rows = await damageTable()
  const outcomes = rows.flatMap((row) => Object.values(row.outcomes))
  const count = (start: string) => outcomes.filter((outcome) => outcome.startsWith(start)).length
  console.log(renderDamageTable(rows))
  console.log(
    `\n${rows.length - 1} kinds of damage, ${outcomes.length} runs in ${((Date.now() - startedAt) / 1000).toFixed(0)} s: ` +
      `${count('kept')} kept, ${count('lost')} lost and told, ${count('LOST')} lost silently\n`,
  )
  return count('LOST')
}
