// @reads code/ch14/steps/ src/ch14-cluster/ translations/pt-BR/ch14-cluster/
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { busyOnes, simulate } from '../../code/ch14/steps/06-imbalance.js'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { srcDir, translationsDir } from '../../tools/lib/paths.js'
import { describe, figuresOf } from './describe.js'
import {
  judge,
  LIMITS,
  others,
  play,
  RANGES,
  SCHEDULES,
  SEED,
  TICKS,
} from './model.js'

/** @import { Options } from './model.js' */

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

/** @type {Options} */
const FIRST = {
  schedule: SCHEDULES[0],
  limit: LIMITS[0],
  workers: RANGES.workers.value,
  customers: RANGES.customers.value,
  busy: RANGES.busy.value,
  seed: SEED,
}

/** @param {number[]} all */
const sumOf = (all) => all.reduce((a, b) => a + b, 0)

/** @param {Partial<Options>} given */
const end = (given) => play({ ...FIRST, ...given })[TICKS - 1]

/** @param {Partial<Options>} given @param {string} [language] */
function said(given, language = 'en') {
  const t = translator(catalogs, language)
  const options = { ...FIRST, ...given }
  return describe(end(given), TICKS, options, t, figuresOf(language))
}

const MANY = SCHEDULES.flatMap((schedule) =>
  LIMITS.map((limit) => ({ ...FIRST, schedule, limit, workers: 5, seed: 8 })),
)

for (const options of MANY) {
  const { schedule, limit } = options
  test(`what is shown is what the model says: ${schedule}, ${limit}`, () => {
    const model = simulate({ ...options, ticks: TICKS })
    const ticks = play(options)
    assert.equal(ticks.length, TICKS)
    const { workers, peak, dealt } = ticks[TICKS - 1]
    assert.deepEqual(
      workers.map(({ sum }) => sum),
      model.total,
    )
    assert.equal(peak, model.peak)
    assert.equal(dealt, model.connections)
    assert.deepEqual(
      ticks.map((tick) => tick.workers.map(({ now }) => now)),
      model.load,
    )
    // A model of fewer ticks ends where this one is then.
    const half = simulate({ ...options, ticks: TICKS / 2 })
    const shown = ticks[TICKS / 2 - 1]
    assert.equal(shown.peak, half.peak)
    assert.equal(shown.dealt, half.connections)
  })
}

test('a customer is one dot, on the worker that has answered it last', () => {
  const options = { ...FIRST, limit: 20 }
  const heavy = busyOnes(options)
  assert.equal(heavy.size, FIRST.busy)
  const { places } = simulate({ ...options, ticks: TICKS })
  for (const [tick, { workers }] of play(options).entries()) {
    for (const [worker, shown] of workers.entries()) {
      const its = [...places[tick].keys()].filter(
        (customer) => places[tick][customer] === worker,
      )
      const ofHeavy = its.filter((customer) => heavy.has(customer)).length
      assert.equal(shown.heavy, ofHeavy)
      assert.equal(shown.light, its.length - ofHeavy)
    }
  }
  assert.equal(sumOf(end({}).workers.map((one) => one.heavy)), 3)
})

test('a heavy customer is one who asks more', () => {
  const { load, places } = simulate({ ...FIRST, workers: 64, ticks: 1 })
  const heavy = busyOnes(FIRST)
  for (const [customer, worker] of places[0].entries()) {
    assert.equal(load[0][worker], heavy.has(customer) ? 20 : 1)
  }
})

test('equal numbers of connections are not equal work', () => {
  const { workers } = end({})
  assert.deepEqual(
    workers.map(({ dealt }) => dealt),
    [8, 8, 8, 8],
  )
  assert.equal(judge(end({})), 'even-uneven')
  assert.equal(judge(end({ limit: 20 })), 'even-even')
  assert.equal(judge(end({ limit: 1 })), 'even-even')
  assert.equal(judge(end({ limit: 1, schedule: 'reusePort' })), 'even-even')
  assert.equal(judge(end({ limit: 1, schedule: 'shared' })), 'uneven-uneven')
  assert.equal(judge(end({ busy: 0 })), 'even-even')
})

test('the sentence says what happened, and why', () => {
  assert.equal(
    said({}),
    'Tick 40: the connections are shared out evenly (8 each), and yet worker 4 has 2.07 times its share of the requests. Heavy customers on it: 2 of 3, and they stay.',
  )
  assert.match(
    said({ limit: 20 }),
    /\(44 or 45 each\), and so is the work.+178/,
  )
  assert.match(said({ limit: 1 }), /of its own: 3,560 in all\.$/)
  assert.match(said({ busy: 0 }), /All customers send the same\.$/)
  assert.match(
    said({ limit: 1, schedule: 'shared' }),
    /aren’t shared out evenly: worker 1 has got 1,683 of 3,560, and 1\.89 /,
  )
  assert.match(
    said({ limit: 1, schedule: 'reusePort' }, 'pt-BR'),
    /bem divididas \(de 869 a 917 para cada um\).+1,03 vezes .+3\.560 ao todo/,
  )
})

test('every verdict can come, and is said in every language', () => {
  const keys = new Set()
  for (const schedule of SCHEDULES) {
    for (const limit of LIMITS) {
      for (const seed of [0, 1, 2, 3, 4, 11]) {
        const options = { ...FIRST, schedule, limit, seed }
        keys.add(judge(end(options)))
        for (const language of Object.keys(catalogs)) {
          const sentence = said(options, language)
          assert.doesNotMatch(sentence, /[{}]|undefined|NaN/)
        }
      }
    }
  }
  const expected = ['even-even', 'even-uneven', 'uneven-even', 'uneven-uneven']
  assert.deepEqual([...keys].sort(), expected)
})

test('other orders of the customers are tried as the chapter would', () => {
  const peaks = Array.from(
    { length: 50 },
    (_, index) => simulate({ ...FIRST, seed: index + 1 }).peak,
  ).sort((a, b) => a - b)
  const { middle, worst } = others(FIRST)
  assert.equal(worst, peaks[49])
  assert.equal(middle, (peaks[24] + peaks[25]) / 2)
  const limited = others({ ...FIRST, limit: 20 })
  assert.ok(limited.worst < 1.05, `got ${limited.worst}`)
  const shared = others({ ...FIRST, schedule: 'shared' })
  assert.ok(shared.middle > middle + 0.5, `got ${shared.middle}`)
})

for (const [language, folder] of [
  ['en', srcDir],
  ['pt-BR', path.join(translationsDir, 'pt-BR')],
]) {
  test(`${language}: the words beside the widget have its figures`, () => {
    const page = path.join(folder, 'ch14-cluster/schedules.md')
    const words = readFileSync(page, 'utf8').split('imbalance-simulator')[1]
    const { share } = figuresOf(language)
    for (const given of [{}, { limit: 20 }]) {
      const figure = share(end(given).peak)
      assert.ok(words.split('</div>')[0].includes(` ${figure}`), figure)
    }
  })
}
