// @reads src/ch15-workers/
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { srcDir } from '../../tools/lib/paths.js'
import { describe } from './describe.js'
import {
  aheadOf,
  isLong,
  LONG,
  lanesOf,
  MOST_LONG,
  nearest,
  play,
  RANGES,
  SETUPS,
  waitOf,
} from './model.js'
import { summarize, TIMES, whoWaits } from './who-waits.js'

/** @import { Options, Setup } from './model.js' */

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

/** @type {Options} */
const FIRST = {
  setup: SETUPS[0],
  lanes: RANGES.lanes.value,
  every: RANGES.every.value,
  long: LONG,
}

const MANY = SETUPS.flatMap((setup) =>
  [[], LONG, Array.from({ length: MOST_LONG }, () => 30), [0, 295]].flatMap(
    (long) =>
      [1, 3, 6].flatMap((lanes) =>
        [2, 7, 20].map((every) => ({ setup, lanes, every, long })),
      ),
  ),
)

/** @param {Partial<Options>} given @param {number} at @param {string} [language] */
function said(given, at, language = 'en') {
  const options = { ...FIRST, ...given }
  const all = play(options)
  const index = at < 0 ? all.spans.length + at : at
  return describe(all, index, options.lanes, translator(catalogs, language))
}

test('what is shown is what the model computes', () => {
  for (const options of MANY) {
    const { spans, runs, end, highest } = play(options)
    assert.deepEqual(spans, whoWaits(options))
    for (const setup of SETUPS) {
      const all = whoWaits({ ...options, setup })
      const { waited, longest } = summarize(all)
      assert.equal(runs[setup].figures.waited, waited)
      assert.equal(runs[setup].figures.longest, longest)
      assert.ok(all.every(({ to }) => to <= end))
      assert.ok(longest <= highest)
    }
  }
})

test('it begins with what the table on its page says', () => {
  const page = readFileSync(
    path.join(srcDir, 'ch15-workers/blocked.md'),
    'utf8',
  )
  const { runs } = play(FIRST)
  for (const { figures } of Object.values(runs)) {
    const { waited, count, longest } = figures
    const cells = `| ${waited} of ${count} | ${longest} ms |`
    assert.ok(page.includes(cells), cells)
  }
})

test('median and p99 are those of the nearest rank', () => {
  for (const options of MANY) {
    const { spans, runs, setup } = play(options)
    const { count, median, p99 } = runs[options.setup].figures
    assert.equal(setup, options.setup)
    const waits = spans.filter((span) => !isLong(span)).map(waitOf)
    assert.equal(count, waits.length)
    for (const [value, share] of [
      [median, 0.5],
      [p99, 0.99],
    ]) {
      const atMost = waits.filter((wait) => wait <= value).length
      const below = waits.filter((wait) => wait < value).length
      assert.ok(waits.includes(value))
      assert.ok(atMost >= share * count && below < share * count)
    }
  }
})

test('each lane has a name, and does one thing at a time', () => {
  for (const options of MANY) {
    const { spans } = play(options)
    const lanes = lanesOf(options.setup, options.lanes)
    const used = new Set(spans.map(({ lane }) => lane))
    assert.ok(Math.max(...used) < lanes.length)
    for (const lane of used) {
      const mine = spans.filter((span) => span.lane === lane)
      for (const [i, { from, to, kind }] of mine.entries()) {
        assert.equal(to - from, TIMES[kind])
        if (i > 0) assert.ok(from >= mine[i - 1].to)
      }
      const hasLong = mine.some(isLong)
      const kinds = { one: 'loop', cluster: 'process', pool: 'thread' }
      if (hasLong) assert.equal(lanes[lane].kind, kinds[options.setup])
    }
  }
})

test('whoever waits, waits for those who are ahead in the lane', () => {
  for (const options of MANY) {
    const { spans } = play(options)
    for (const [at, span] of spans.entries()) {
      const { long, short } = aheadOf(spans, at)
      const most = long * TIMES.long + short * TIMES.short
      assert.equal(long + short > 0, waitOf(span) > 0)
      assert.ok(waitOf(span) <= most)
      // The first of them may have begun, and the others have not.
      const begun = long > 0 ? TIMES.long : TIMES.short
      assert.ok(waitOf(span) > most - begun - (long + short === 0 ? 1 : 0))
    }
  }
})

test('the sentence says what becomes of a request, and of all up to it', () => {
  const { spans } = play(FIRST)
  const at25 = spans.findIndex(({ due }) => due === 25)
  assert.equal(
    said({}, at25),
    'Short request 6 comes at 25 ms, to the event loop. Ahead of it, long ones: 1, short ones: 1. It begins at 101 ms, and has waited for 76 ms. Short ones so far: 6. Of these, 2 had to wait. The longest wait is 80 ms.',
  )
  assert.equal(
    said({ setup: 'pool' }, 4),
    'Long request 1 comes at 20 ms, finds thread 1 free, and is done at 100 ms. Short ones so far: 4. None had to wait.',
  )
  assert.match(said({ setup: 'pool' }, -1), /all 60 short ones, none had to/)
  assert.match(
    said({ setup: 'cluster' }, -1, 'pt-BR'),
    /encontra o processo 2 livre .+ De todas as 60 curtas, 27 tiveram de .+ 124 ms\.$/,
  )
})

test('every sentence can be said in every language', () => {
  for (const language of Object.keys(catalogs)) {
    const t = translator(catalogs, language)
    for (const options of MANY.filter(({ every }) => every === 20)) {
      const all = play(options)
      for (const at of all.spans.keys()) {
        const sentence = describe(all, at, options.lanes, t)
        assert.doesNotMatch(sentence, /[{}]|undefined|NaN|-\d/)
      }
    }
  }
})

test('pointing at a time leads to the request that comes nearest', () => {
  const { spans } = play(FIRST)
  assert.equal(spans[nearest(spans, 0)].due, 0)
  assert.equal(spans[nearest(spans, 26)].due, 25)
  assert.equal(spans[nearest(spans, 1000)].due, 295)
})
