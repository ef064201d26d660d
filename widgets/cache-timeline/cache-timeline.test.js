// @reads code/ch19/steps/
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { describe, summaryOf } from './describe.js'
import { CHANGE, CONTROLS, END, summarize, watch } from './model.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

const MANY = CONTROLS.flatMap((control) =>
  [CHANGE.min, CHANGE.value, CHANGE.max].map((change) => ({ control, change })),
)

for (const { control, change } of MANY) {
  const name = control || 'nothing'
  test(`a copy is fresh when it is used without asking: ${name}, ${change}`, () => {
    const { visits, lanes } = watch(control, change)
    for (const { name, copies, marks } of lanes.slice(0, 3)) {
      for (const [index, mark] of marks.entries()) {
        if (mark === null) continue
        const { now } = visits[index]
        const isFresh = copies.some(({ from, to }) => from < now && now < to)
        assert.equal(isFresh, mark === 'fresh', `${name} at ${now} s`)
      }
      for (const { from, to } of copies) assert.ok(from < to && to <= END)
    }
  })
}

test('each Cache-Control has its figures', () => {
  const figures = Object.fromEntries(
    CONTROLS.map((control) => {
      const { asked, sent, old } = summarize(watch(control, 40).visits)
      return [control, [asked, sent, old]]
    }),
  )
  assert.deepEqual(figures, {
    'max-age=60': [2, 2, 1],
    'no-cache': [7, 2, 0],
    'max-age=31536000, immutable': [1, 1, 4],
    'private, max-age=60': [4, 4, 2],
    'max-age=0, s-maxage=60': [2, 2, 1],
    'no-store': [7, 7, 0],
    '': [1, 1, 4],
  })
})

test('every visit is told in every language', () => {
  for (const language of Object.keys(catalogs)) {
    const t = translator(catalogs, language)
    for (const { control, change } of MANY) {
      const { visits } = watch(control, change)
      for (let at = 0; at < visits.length; at++) {
        const sentence = describe(visits, at, change, t)
        assert.doesNotMatch(sentence, /[{}]|undefined|NaN|origin\.|shared\./)
      }
      assert.doesNotMatch(summaryOf(visits, t), /[{}]|undefined/)
    }
  }
})
