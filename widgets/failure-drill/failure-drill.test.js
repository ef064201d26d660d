import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { chartWords, describe, describeEvent, figuresOf } from './describe.js'
import {
  BANDS,
  bandOf,
  beginOf,
  COLUMNS,
  columnOf,
  columnsOf,
  FAULTS,
  LENGTH,
  MACHINES,
  periodsOf,
  runsOf,
  storesOf,
  sumUp,
  unanswered,
} from './model.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

const MANY = FAULTS.flatMap(runsOf)

/** @param {{ fault: string, setting: string }} run */
const titleOf = ({ fault, setting }) => `${fault}, ${setting}`

test('the columns of each run add up to its totals', () => {
  for (const run of MANY) {
    const columns = columnsOf(run)
    assert.equal(columns.length, COLUMNS)
    const { answered, repeated, errors, lost } = sumUp(columns, COLUMNS - 1)
    const { totals } = run
    assert.deepEqual(
      [answered, repeated, errors, lost],
      [totals.answered, totals.repeated, totals.errors, totals.lost],
      titleOf(run),
    )
    const ended = answered + unanswered(run)
    assert.equal(ended + columns[COLUMNS - 1].waiting, totals.requests)
    const codes = Object.values(totals.codes)
    assert.equal(
      codes.reduce((sum, count) => sum + count, 0),
      errors,
      titleOf(run),
    )
  }
})

test('nothing ends before it has begun, and nothing is negative', () => {
  for (const run of MANY) {
    for (const [at, column] of columnsOf(run).entries()) {
      for (const [name, count] of Object.entries(column)) {
        assert.ok(count >= 0, `${titleOf(run)}: ${count} ${name} at ${at}`)
      }
    }
  }
})

test('a confirmed booking is never lost', () => {
  for (const run of MANY) assert.equal(run.totals.missing, 0, titleOf(run))
})

test('bookings are doubled where they are repeated without a key, and nowhere else', () => {
  const doubled = MANY.filter(({ totals }) => totals.doubled > 0)
  assert.deepEqual(
    [...new Set(doubled.map(({ setting }) => setting))],
    ['careless'],
  )
})

test('a fault has several settings, and the last costs the least', () => {
  for (const fault of FAULTS) {
    const costs = runsOf(fault).map((run) => {
      const { doubled, repeated } = run.totals
      return [doubled, unanswered(run), repeated]
    })
    const last = costs.pop() ?? []
    assert.ok(costs.length > 0, fault)
    for (const other of costs) {
      const differs = last.findIndex((count, index) => count !== other[index])
      assert.ok(last[differs] < other[differs], `${fault}: ${other}, ${last}`)
    }
  }
})

test('a fault comes on time, and what begins lies within the run', () => {
  for (const run of MANY) {
    const [first] = run.events
    assert.equal(beginOf(run) + 1, columnOf(first), titleOf(run))
    const hosts = [...MACHINES, ...storesOf(run)]
    const periods = hosts.flatMap((host) => periodsOf(run, host))
    assert.ok(periods.length > 0, titleOf(run))
    for (const { from, to } of periods) assert.ok(from < to && to <= LENGTH)
  }
})

test('a broken version is a fault until the old one is back', () => {
  for (const run of runsOf('broken')) {
    const ends = run.events.filter(({ what }) => what === 'back')
    const faults = MACHINES.flatMap((host) => periodsOf(run, host)).filter(
      ({ kind }) => kind === 'fault',
    )
    assert.deepEqual(
      faults.map(({ to }) => to),
      ends.map(({ at }) => at),
    )
  }
})

test('a guess is right in one band', () => {
  for (const [index, { from, to }] of BANDS.entries()) {
    assert.equal(bandOf(from), index)
    assert.equal(bandOf(to), index)
  }
})

for (const language of Object.keys(catalogs)) {
  test(`${language}: every moment of every run can be told`, () => {
    const t = translator(catalogs, language)
    const figures = figuresOf(language)
    for (const run of MANY) {
      for (let at = 0; at < COLUMNS; at++) {
        for (const guess of [-1, 0, 3]) {
          const words = describe(run, at, guess, t, figures)
          assert.doesNotMatch(words, /[{}]|undefined|NaN/)
        }
      }
      for (const event of run.events) {
        const words = describeEvent(event, t, figures)
        assert.match(words, /\d+[.,]\d s/)
      }
      assert.doesNotMatch(chartWords(run, t, figures), /[{}]|undefined/)
      for (const key of ['fault', 'setting', 'about']) {
        assert.ok(t(`${key}.${key === 'fault' ? run.fault : run.setting}`))
      }
    }
  })
}

test('the end says what it has cost, and whether the guess was right', () => {
  const t = translator(catalogs, 'en')
  const figures = figuresOf('en')
  for (const run of MANY) {
    const band = bandOf(unanswered(run))
    const said = (/** @type {number} */ guess) =>
      describe(run, COLUMNS - 1, guess, t, figures)
    assert.match(said(band), /that’s right\./)
    assert.doesNotMatch(said((band + 1) % BANDS.length), /that’s right/)
    assert.doesNotMatch(said(-1), /guess/)
  }
})
