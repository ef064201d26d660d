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
  lanesOf,
  SETUPS,
  summarize,
  TIMES,
  waitOf,
  whoWaits,
} from './model.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

const MANY = SETUPS.flatMap((setup) =>
  [1, 2, 3, 6].map((lanes) => ({
    setup,
    lanes,
    spans: whoWaits(setup, lanes),
  })),
)

test('it begins with what the table on its page says', () => {
  const page = readFileSync(
    path.join(srcDir, 'ch15-workers/blocked.md'),
    'utf8',
  )
  for (const setup of SETUPS) {
    const { waited, count, longest } = summarize(whoWaits(setup))
    const cells = `| ${waited} of ${count} | ${longest} ms |`
    assert.ok(page.includes(cells), cells)
  }
})

test('each lane has a name, and does one thing at a time', () => {
  for (const { setup, lanes, spans } of MANY) {
    const all = lanesOf(setup, lanes)
    const used = new Set(spans.map(({ lane }) => lane))
    assert.ok(Math.max(...used) < all.length)
    for (const lane of used) {
      const mine = spans.filter((span) => span.lane === lane)
      for (const [i, { from, to, kind }] of mine.entries()) {
        assert.equal(to - from, TIMES[kind])
        if (i > 0) assert.ok(from >= mine[i - 1].to)
      }
      const kinds = { one: 'loop', cluster: 'process', pool: 'thread' }
      if (mine.some(isLong)) assert.equal(all[lane].kind, kinds[setup])
    }
  }
})

test('a request waits for those that are ahead in its lane', () => {
  for (const { spans } of MANY) {
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
  /** @param {import('./model.js').Setup} setup @param {number} at @param {string} [language] */
  const said = (setup, at, language = 'en') => {
    const spans = whoWaits(setup)
    const index = at < 0 ? spans.length + at : at
    const t = translator(catalogs, language)
    return describe({ setup, lanes: 2, spans }, index, t)
  }
  const at25 = whoWaits('one').findIndex(({ due }) => due === 25)
  assert.equal(
    said('one', at25),
    'Short request 6 comes at 25 ms, to the event loop. Ahead of it, long ones: 1, short ones: 1. It begins at 101 ms, and has waited for 76 ms. Short ones so far: 6. Of these, 2 had to wait. The longest wait is 80 ms.',
  )
  assert.equal(
    said('pool', 4),
    'Long request 1 comes at 20 ms, finds thread 1 free, and is done at 100 ms. Short ones so far: 4. None had to wait.',
  )
  assert.match(said('pool', -1), /all 60 short ones, none had to/)
  assert.match(
    said('cluster', -1, 'pt-BR'),
    /encontra o processo 2 livre .+ De todas as 60 curtas, 27 tiveram que .+ 124 ms\.$/,
  )
})

test('every sentence can be said in every language', () => {
  for (const language of Object.keys(catalogs)) {
    const t = translator(catalogs, language)
    for (const play of MANY) {
      for (const at of play.spans.keys()) {
        assert.doesNotMatch(describe(play, at, t), /[{}]|undefined|NaN|-\d/)
      }
    }
  }
})
