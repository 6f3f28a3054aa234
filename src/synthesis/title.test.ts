import { describe, expect, it } from 'vitest'
import { capitalOf } from './capital.ts'
import { askedUnit, asTitle, bestTitle, joinTitles, MAX_TITLE, shorten } from './title.ts'
import { scored } from './words/scored.fixture.ts'

describe('a sentence as a title', () => {
  it.each([
    ['loses its full stop', 'The total rounds at the end.', 'The total rounds at the end'],
    ['loses backticks, bullets and ticks', '✅ `roundTotal` rounds at the end!', 'roundTotal rounds at the end'],
    ['loses a number', '2. The total rounds at the end', 'The total rounds at the end'],
    ['loses words of a conversation', 'Perfect! So the total rounds at the end.', 'The total rounds at the end'],
    ['keeps a no that is no answer', 'No default exports in this project.', 'No default exports in this project'],
    ['loses a no that is one', 'No, the total rounds at the end.', 'The total rounds at the end'],
    ['loses an oh', "Oh, what's outstanding for the release?", "What's outstanding for the release?"],
    ['loses a yeah and a let’s', "Yeah, let's definitely create a page for totals", 'Create a page for totals'],
    ['loses a yeah without a comma', 'yeah let’s round totals at the end', 'Round totals at the end'],
    ['loses several of them', 'Hey! Thanks, sounds good. Please round totals at the end', 'Round totals at the end'],
    ['loses Spanish ones', 'Vale, perfecto. Por favor, redondea los totales', 'Redondea los totales'],
    ['loses French ones', "D'accord, merci ! Alors arrondis les totaux à la fin", 'Arrondis les totaux à la fin'],
    ['loses German ones', 'Ja, super. Bitte runde die Summen am Ende', 'Runde die Summen am Ende'],
    ['loses Portuguese ones', 'Sim, ótimo! Então arredonda os totais', 'Arredonda os totais'],
    ['loses Italian ones', 'Perfetto, grazie. Per favore arrotonda i totali', 'Arrotonda i totali'],
    ['loses Russian ones', 'Да, отлично. Пожалуйста, округляй суммы в конце', 'Округляй суммы в конце'],
    [
      'loses Japanese ones',
      'はい、了解しました。合計は最後に丸めるように変更します',
      '合計は最後に丸めるように変更します',
    ],
    ['loses Chinese ones', '好的，缓存在关闭时会自动刷新。', '缓存在关闭时会自动刷新'],
    ['keeps a great that is no answer', 'Great circles are drawn as polygons', 'Great circles are drawn as polygons'],
    ['keeps a name that begins like one', 'Okapi tests wait for the event', 'Okapi tests wait for the event'],
    ['keeps a word that begins like one', 'Silo totals round at the end', 'Silo totals round at the end'],
    ['keeps the letting of others', 'Lets users round totals at the end', 'Lets users round totals at the end'],
    ['begins with a capital', 'totals round at the end of it', 'Totals round at the end of it'],
    ['keeps the case of a name', 'roundTotal rounds at the end', 'roundTotal rounds at the end'],
    ['keeps the case of a file', 'total.ts rounds at the end', 'total.ts rounds at the end'],
    ['loses a note', 'Also: remember that the tax office wants invoices', 'The tax office wants invoices'],
    ['keeps a memory', 'Remember passwords of the staging shop', 'Remember passwords of the staging shop'],
    ['may be short in Japanese', '合計は最後に丸める。', '合計は最後に丸める'],
    ['may be short in Chinese', '缓存在关闭时刷新。', '缓存在关闭时刷新'],
  ])('%s', (_, text, title) => expect(asTitle(text)).toBe(title))

  it('that says too little makes none', () => {
    expect(asTitle('Done.')).toBeUndefined()
    expect(asTitle('src/total.ts')).toBeUndefined()
    expect(asTitle('')).toBeUndefined()
    expect(asTitle('完了')).toBeUndefined()
    expect(asTitle('/home/me/shop/docs/architecture/totals.md')).toBeUndefined()
  })

  it('that somebody chose as a name may be short', () => {
    expect(asTitle('never push', { named: true })).toBe('Never push')
    expect(asTitle('先写测试', { named: true })).toBe('先写测试')
    expect(asTitle('', { named: true })).toBeUndefined()
  })

  it.each([
    [
      'a reason',
      'The total rounds at the end of the whole sum instead of once per item, because prices of wholesale orders come in as floats with more than two digits behind the point',
      'The total rounds at the end of the whole sum instead of once per item',
    ],
    [
      'a dash',
      'The importer reads every line of the old export once and remembers where it stopped — the cursor lies beside the file, so that a second run goes on from there and does not begin again',
      'The importer reads every line of the old export once and remembers where it stopped',
    ],
    [
      'a Japanese comma',
      `合計は最後に丸めるように変更しました、${'小数点以下の桁が多い価格が卸売の注文で送られてくることがあり'.repeat(5)}。`,
      '合計は最後に丸めるように変更しました',
    ],
  ])('that is too long ends where a clause ends: %s', (_, text, beginning) => {
    const title = asTitle(text) ?? ''
    expect(title.startsWith(beginning)).toBe(true)
    expect(title.length).toBeLessThanOrEqual(MAX_TITLE)
  })

  it.each([
    [
      'in a list',
      'The new test of the hooks verifies that, when people have hooks of their own on Stop, SessionStart, and PostToolUse, our install adds ours beside theirs and removes none',
      undefined,
    ],
    [
      'before the verb of its clause',
      'The check failed, because after a file was reverted and written anew, the single line that both have in common (a usual first line) was taken for the work of the agent',
      undefined,
    ],
    [
      'after the first of a row',
      'A section at the top of the page locks the order in which people get it: Split Mode (mainnet only) → Fund Mode by invitation → the closed beta of the card → everything else',
      'A section at the top of the page locks the order in which people get it',
    ],
    [
      'inside a call',
      'Changed the call to print(stream, "The total of the order is invalid: %v", err) - it uses the format of the other messages now and follows the pattern of the package manager',
      'Changed the call to print(stream, "The total of the order is invalid: %v", err)',
    ],
    [
      'before what an even though adds',
      'The server of names in the router refused every question that came from the wired network, even though: the rules allow it, the interface is up, and the same question is answered over the air',
      'The server of names in the router refused every question that came from the wired network',
    ],
    [
      'inside a quotation',
      'The button reads the balance and shows the words "You have 1,200 earning 6.2 % here',
      undefined,
    ],
  ])('does not end %s', (_, text, title) => expect(asTitle(text)).toBe(title))

  it('is never cut in the middle, nor inside a bracket or a quotation', () => {
    expect(asTitle(`The total ${'rounds and '.repeat(20)}ends`)).toBeUndefined()
    const bracket = `The importer reads every line of the old file once (of the old export, which is large; and of the new one, which ${'is larger '.repeat(12)}) once`
    expect(asTitle(bracket)).toBe('The importer reads every line of the old file once')
    for (const text of [`${'word '.repeat(60)}.`, bracket]) expect(asTitle(text) ?? '').not.toContain('…')
  })
})

describe('the title of a memory', () => {
  const title = (...units: ReturnType<typeof scored>[]) => bestTitle(units.flat())?.title

  it('is what the agent found, rather than what was asked', () => {
    expect(
      title(scored('request', 'please find out why the total is off'), scored('closing', 'Prices come in as floats.')),
    ).toBe('Prices come in as floats')
  })

  it('is what was asked where nothing else says anything', () => {
    expect(title(scored('request', 'please round the total at the end'), scored('closing', 'Done!'))).toBe(
      'Round the total at the end',
    )
  })

  it('is no word of success, no question, no next step', () => {
    const found = 'Prices come in as floats from wholesale.'
    for (const weaker of [
      'All tests pass now, everything is green.',
      'Should I round them as well, then?',
      'Let me look at the prices of wholesale.',
    ])
      expect(title(scored('closing', weaker), scored('closing', found)), weaker).toBe(
        'Prices come in as floats from wholesale',
      )
  })

  it('is the first thing an ending says, before the parts of its list', () => {
    const ending = 'Totals round at the end of the sum.\n\n- `sumItems` adds the items\n- `roundTotal` rounds once'
    expect(title(scored('closing', ending))).toBe('Totals round at the end of the sum')
  })

  it('is no line somebody pasted, and none that only tells where to look', () => {
    const found = 'Prices come in as floats from wholesale.'
    expect(
      title(scored('request', '❯ npm test 2026-01-02 08:45:11 tests of totals failed'), scored('closing', found)),
    ).toBe('Prices come in as floats from wholesale')
    for (const where of [
      'The full report has been written to docs/prices.md.',
      'View it at https://example.com/prices',
    ])
      expect(title(scored('closing', where)), where).toBeUndefined()
  })

  it('is nothing where nothing makes one', () => expect(title(scored('closing', 'Ok.'))).toBeUndefined())
})

describe('what was asked', () => {
  const asked = (text: string) => askedUnit(scored('request', text))?.unit.text

  it('is the line that names something, not the one that greets or goes on', () => {
    expect(asked('ok cool. Round the order total once at the end. Thanks!')).toBe(
      'Round the order total once at the end.',
    )
    expect(asked('Do that too.\n\nThe importer should skip empty lines of the export.')).toBe(
      'The importer should skip empty lines of the export.',
    )
  })
  it('is what comes first where several lines do', () =>
    expect(asked('The importer drops empty lines. The exporter writes them twice.')).toBe(
      'The importer drops empty lines.',
    ))
  it('is no row of a pasted table, and nothing where nobody asked', () => {
    expect(asked('| a | b |\n|---|---|\n| one row of it | another cell |')).toBeUndefined()
    expect(askedUnit(scored('closing', 'Totals round at the end.'))).toBeUndefined()
  })

  it('stands before what was found where both fit on a line', () => {
    expect(joinTitles('Why is the total off?', 'Prices come in as floats')).toBe(
      'Why is the total off? — Prices come in as floats',
    )
    expect(joinTitles('Yes', 'Prices come in as floats')).toBeUndefined()
    expect(joinTitles('', 'Prices come in as floats')).toBeUndefined()
    expect(joinTitles('Round it', 'Round it')).toBeUndefined()
    expect(joinTitles('word '.repeat(20), 'Prices come in as floats')).toBeDefined()
    expect(joinTitles('word '.repeat(25), 'Prices come in as floats')).toBeUndefined()
  })
})

describe('a text within a limit', () => {
  it('stays whole where it fits', () => expect(shorten('The total\n rounds late', 40)).toBe('The total rounds late'))
  it('ends with a clause where one does, else with a mark', () => {
    const clause = 'The total rounds at the end of the whole sum, because prices come in as floats'
    expect(shorten(clause, 60)).toBe('The total rounds at the end of the whole sum')
    const cut = shorten('word '.repeat(40), 60)
    expect(cut.length).toBeLessThanOrEqual(60)
    expect(cut).toMatch(/…$/)
  })
})

it('a capital is given to words, not to names in code', () => {
  expect(capitalOf('the total')).toBe('The total')
  expect(capitalOf('élan vital')).toBe('Élan vital')
  for (const name of ['sumItems adds', 'snake_case is', 'total.ts has', 'close() waits', 'npm-run does'])
    expect(capitalOf(name)).toBe(name)
})
