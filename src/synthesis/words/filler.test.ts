import { expect, it } from 'vitest'
import { isFiller } from './filler.ts'
import { splitUnits } from './units.ts'

const kept = (markdown: string) =>
  splitUnits(markdown)
    .filter((unit) => unit.kind !== 'heading' && !isFiller(unit, 'closing'))
    .map(({ text }) => text)

it('an offer goes with all it lists, whether a sentence, a bold line or a heading introduces it', () => {
  for (const offer of ['Would you like to:', '**Would you like me to:**', '## Let me know if you want to'])
    expect(kept(`Totals round at the end.\n\n${offer}\n\n- push to the remote\n- clean up the files`), offer).toEqual([
      'Totals round at the end.',
    ])
})

it('what is listed below anything else stays', () =>
  expect(kept('What changed:\n\n- `sumItems` adds the items\n- `roundTotal` rounds once')).toContain(
    '`roundTotal` rounds once',
  ))

it('a question to the user and its possible answers go', () =>
  expect(kept('### Which queue do you prefer?\n\n- pg-boss, in the database\n- BullMQ, in Redis')).toEqual([]))
