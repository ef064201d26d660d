// @reads code/ch17/lib/ src/ch17-databases/ translations/pt-BR/ch17-databases/
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { inSimulatedTime } from './clock.js'
import { describe, figuresOf, law } from './describe.js'
import {
  compare,
  DURATION,
  loadOf,
  PATTERNS,
  play,
  RANGES,
  requestsOf,
  SEED,
  TICK,
  WAIT,
} from './model.js'

/** @import { Options } from './model.js' */

// The tools' tests run on Node.js 20 as well, and the pool needs 22.
Promise.withResolvers ??= function withResolvers() {
  /** @type {any} */
  const parts = {}
  parts.promise = new Promise((resolve, reject) => {
    Object.assign(parts, { resolve, reject })
  })
  return parts
}

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))

/** @type {Options} */
const FIRST = {
  pattern: 'even',
  rate: RANGES.rate.value,
  service: RANGES.service.value,
  size: RANGES.size.value,
  queue: RANGES.queue.value,
  seed: SEED,
}

/** @type {Options[]} */
const MANY = PATTERNS.flatMap((pattern) =>
  [1, 3, 4, 5, 10].flatMap((size) =>
    [0, 100].map((queue) => ({ ...FIRST, pattern, size, queue })),
  ),
)

/** Runs that have been made. @type {Map<string, ReturnType<typeof play>>} */
const runs = new Map()

/** @param {Options} options */
function played(options) {
  const key = JSON.stringify(options)
  const run = runs.get(key) ?? play(options)
  runs.set(key, run)
  return run
}

/**
 * A queue in front of some clients, by arithmetic: no pool, no promises.
 *
 * @param {Options} options
 */
function expected(options) {
  const { size, queue } = options
  const free = new Array(size).fill(0)
  /** When each that waits has come, and when it is served or gives up. @type {{ came: number, leaves: number }[]} */
  let line = []
  let [refused, late, stays] = [0, 0, 0]
  const waits = []
  for (const { at, takes } of requestsOf(options)) {
    line = line.filter(({ leaves }) => leaves > at)
    const first = free.indexOf(Math.min(...free))
    const begins = Math.max(at, free[first])
    if (begins > at && line.length >= queue) {
      refused++
    } else if (begins - at >= WAIT) {
      late++
      stays += WAIT
      line.push({ came: at, leaves: at + WAIT })
    } else {
      free[first] = begins + takes
      waits.push(begins - at)
      stays += begins + takes - at
      line.push({ came: at, leaves: begins })
    }
  }
  return { refused, late, stays, waits }
}

for (const options of MANY) {
  const { pattern, size, queue } = options
  test(`the pool does what arithmetic says: ${pattern}, ${size}, ${queue}`, async () => {
    const { states, sums } = await played(options)
    const { refused, late, stays, waits } = expected(options)
    assert.equal(sums.refused, refused)
    assert.equal(sums.late, late)
    const mean = waits.reduce((a, b) => a + b, 0) / waits.length
    assert.ok(Math.abs(sums.wait - mean) < 1e-6, `${sums.wait}, not ${mean}`)
    assert.ok(Math.abs(sums.stay * sums.entered - stays) < 1e-3)
    assert.equal(sums.came, requestsOf(options).length)
    const last = states.at(-1)
    assert.deepEqual(last, { busy: 0, waiting: 0, refused, late })
    assert.ok(states.length >= DURATION / TICK)
    const longest = Math.max(...states.map(({ waiting }) => waiting))
    assert.ok(longest <= sums.longestQueue && sums.longestQueue <= queue)
    assert.ok(states.every(({ busy }) => busy <= size))
    // Little's law.
    const product = (sums.entered / sums.end) * sums.stay
    assert.ok(Math.abs(sums.inPool - product) < 1e-6)
  })
}

test('the queue stops growing at the size that the load asks for', async () => {
  assert.equal(loadOf(FIRST), 4)
  const all = await compare(FIRST)
  assert.deepEqual(
    all.map(({ longestQueue }) => longestQueue),
    [100, 100, 100, 0, 0, 0, 0, 0, 0, 0],
  )
  const random = await compare({ ...FIRST, pattern: 'random' })
  const queues = random.map(({ longestQueue }) => longestQueue)
  assert.deepEqual(
    queues,
    queues.toSorted((a, b) => b - a),
  )
  assert.ok(queues[3] > 3 * queues[4], `got ${queues}`)
})

test('what is global is given back, after an error too', async () => {
  const { setTimeout, clearTimeout } = globalThis
  const broken = inSimulatedTime(() => Promise.reject(new Error('broken')))
  const isReplaced = inSimulatedTime(
    async () => globalThis.setTimeout !== setTimeout,
  )
  await assert.rejects(broken, /broken/)
  assert.equal(await isReplaced, true)
  assert.equal(globalThis.setTimeout, setTimeout)
  assert.equal(globalThis.clearTimeout, clearTimeout)
})

test('runs that are asked for at once do not meet', async () => {
  const alone = await play(FIRST)
  const together = await Promise.all([play(FIRST), play(FIRST)])
  assert.deepEqual(together, [alone, alone])
})

/** @param {Partial<Options>} given @param {string} [language] @param {number} [at] */
async function said(given, language = 'en', at = DURATION / TICK) {
  const t = translator(catalogs, language)
  const options = { ...FIRST, ...given }
  const run = await played(options)
  const figures = figuresOf(language)
  const shown = Math.min(at, run.states.length - 1)
  return [
    describe(run, shown, options, t, figures),
    law(run.sums, t, figures),
  ].join('\n')
}

test('the sentences say what happened, and whether it is enough', async () => {
  assert.match(
    await said({}),
    /^After 5\.0 s: 3 of 3 clients busy, 100 callers waiting\. So far, 150 have been answered with 503, as the queue was full\. .+ would keep 4 clients busy\. The pool has 3, which can serve 150 /,
  )
  assert.match(
    await said({ size: 1 }),
    /446 found the queue full, and 2\d\d had/,
  )
  assert.match(await said({ size: 4 }), /exactly what the pool has\. As long/)
  assert.match(
    await said({ size: 4, pattern: 'random' }),
    /shrinks only by chance/,
  )
  assert.match(await said({ size: 5 }), /The pool has 5, and nothing waits/)
  assert.match(
    await said({ size: 5, pattern: 'random' }),
    /doesn’t go on growing: it was \d+ long at most/,
  )
  assert.match(
    await said({ size: 5, pattern: 'random' }, 'pt-BR'),
    /Aos 5,0 s: .+\n.+1\.\d+ requisições entraram.+ λ = \d+,\d por segundo/,
  )
})

test('every sentence can come, in every language', async () => {
  for (const language of Object.keys(catalogs)) {
    for (const options of MANY) {
      const sentence = await said(options, language, 20)
      assert.doesNotMatch(sentence, /[{}]|undefined|NaN|Infinity/)
    }
  }
})
