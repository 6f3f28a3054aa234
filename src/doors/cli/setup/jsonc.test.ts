import { describe, expect, it } from 'vitest'
import { appendItem, isPlainJson, parseJsonc, removeValue, setValue } from './jsonc.ts'

describe('removeValue', () => {
  it.each([
    ['{"a":[1,2]}', ['a', 1], '{"a":[1]}'],
    ['{"a":[1,2]}', ['a', 0], '{"a":[2]}'],
    ['{"a":[ 1 ]}', ['a', 0], '{"a":[]}'],
    ['{"a":[1,2,],}', ['a', 1], '{"a":[1,],}'],
    ['{"a":1,"b":2}', ['b'], '{"a":1}'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', ['a'], '{\n  "b": 2\n}\n'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', ['b'], '{\n  "a": 1\n}\n'],
    ['{\n  "a": 1, // one\n  "b": 2 // two\n}\n', ['b'], '{\n  "a": 1 // one\n   // two\n}\n'],
    ['{\n  "a": 1, // one\n  // about b\n  "b": 2\n}\n', ['a'], '{\n  // one\n  // about b\n  "b": 2\n}\n'],
    ['{\n  "a": 1, // one\n  "b": 2 }\n', ['b'], '{\n  "a": 1 // one\n   }\n'],
    ['{"a":1}', ['x', 'y'], '{"a":1}'],
  ])('%j without %j is %j', (text, path, wanted) => expect(removeValue(text, path)).toBe(wanted))
})

describe('edits', () => {
  it('give back the same meaning when what was added is removed again, in every style of JSON', () => {
    const values = [
      {},
      { a: [] },
      { a: [1, [2]], b: { c: null } },
      { b: { 'x y': ['"', '\\'] } },
      { a: [{ b: [1] }, 2] },
    ]
    for (const value of values) {
      for (const text of [
        JSON.stringify(value),
        JSON.stringify(value, null, 2),
        JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
      ]) {
        const list = 'a' in value ? appendItem(text, ['a'], { new: 1 }) : setValue(text, ['a'], [{ new: 1 }])
        const both = setValue(list, ['b', 'new'], ['x'])
        const backOnce = removeValue(both, 'b' in value ? ['b', 'new'] : ['b'])
        const back = removeValue(backOnce, 'a' in value ? ['a', value.a.length] : ['a'])
        expect(parseJsonc(back)).toEqual(value)
      }
    }
  })
})

describe('parseJsonc', () => {
  it('takes comments and an empty file, and refuses what is no object', () => {
    expect(parseJsonc('{ // x\n "a": [1,], }')).toEqual({ a: [1] })
    expect(parseJsonc('')).toEqual({})
    expect(parseJsonc('[]')).toBeUndefined()
    expect(parseJsonc('{ "a": ')).toBeUndefined()
  })
  it('knows what the host would refuse', () => {
    expect(isPlainJson('{"a":1}')).toBe(true)
    expect(isPlainJson('{"a":1,}')).toBe(false)
  })
})
