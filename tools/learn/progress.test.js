import assert from 'node:assert/strict'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import {
  emptyProgress,
  formatProgress,
  mergeProgress,
  parseProgress,
  progressOf,
  quizOf,
  withAnswer,
  withHints,
  without,
  withPassed,
  withStarted,
} from '../../common/progress.js'
import { Store } from './store.js'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'progress-'))
after(() => rmSync(scratch, { recursive: true }))

const id = 'ch03/02-name'
const monday = new Date('2026-11-16T10:00:00Z')
const friday = new Date('2026-11-20T10:00:00Z')

test('an exercise is begun, gets hints and passes', () => {
  let progress = withStarted(emptyProgress(), id)
  assert.deepEqual(progressOf(progress, id), { status: 'started', hints: 0 })
  progress = withHints(progress, id, 2)
  progress = withHints(progress, id, 1)
  progress = withPassed(progress, id, monday)
  progress = withStarted(withPassed(progress, id, friday), id)
  assert.deepEqual(progressOf(progress, id), {
    status: 'passed',
    hints: 2,
    passed: '2026-11-16T10:00:00.000Z',
  })
  assert.deepEqual(parseProgress(formatProgress(progress)), progress)
  assert.deepEqual(without(progress, id), emptyProgress())
})

test('what this version does not know is kept', () => {
  const text = JSON.stringify({
    ...emptyProgress(),
    later: 1,
    quizzes: { 'ch03/one': { right: true } },
    exercises: { [id]: { status: 'started', hints: 0, seconds: 7 } },
  })
  const kept = JSON.parse(
    formatProgress(withPassed(parseProgress(text), id, monday)),
  )
  assert.equal(kept.later, 1)
  assert.deepEqual(kept.quizzes, { 'ch03/one': { right: true } })
  assert.equal(kept.exercises[id].seconds, 7)
})

test('two places are merged: the earlier date, the more hints', () => {
  const own = withHints(withPassed(emptyProgress(), id, friday), id, 1)
  const other = withPassed(
    withHints(withPassed(emptyProgress(), id, monday), id, 3),
    'ch01/01-head',
    friday,
  )
  for (const merged of [mergeProgress(own, other), mergeProgress(other, own)]) {
    assert.deepEqual(progressOf(merged, id), {
      status: 'passed',
      hints: 3,
      passed: monday.toISOString(),
    })
    assert.equal(progressOf(merged, 'ch01/01-head')?.status, 'passed')
  }
  const begun = withHints(emptyProgress(), id, 2)
  assert.equal(progressOf(mergeProgress(begun, own), id)?.status, 'passed')
  assert.equal(progressOf(mergeProgress(own, begun), id)?.status, 'passed')
})

test('a question is tried, then right, and stays so', () => {
  const one = 'ch03/one'
  let progress = withAnswer(emptyProgress(), one, false, monday)
  assert.deepEqual(quizOf(progress, one), { status: 'tried' })
  progress = withAnswer(progress, one, true, monday)
  progress = withAnswer(progress, one, true, friday)
  progress = withAnswer(progress, one, false, friday)
  assert.deepEqual(quizOf(progress, one), {
    status: 'right',
    right: '2026-11-16T10:00:00.000Z',
  })
  assert.deepEqual(parseProgress(formatProgress(progress)), progress)
  assert.equal(quizOf(progress, 'ch03/two'), null)
  assert.equal(quizOf(progress, 'toString'), null)
})

test('a question that was right in either place is right, on the earlier date', () => {
  const [tried, early, late] = [
    withAnswer(emptyProgress(), 'ch03/one', false, monday),
    withAnswer(emptyProgress(), 'ch03/one', true, monday),
    withAnswer(emptyProgress(), 'ch03/one', true, friday),
  ]
  for (const [own, other, date] of /** @type {const} */ ([
    [early, late, monday],
    [late, early, monday],
    [tried, late, friday],
    [late, tried, friday],
  ])) {
    assert.deepEqual(quizOf(mergeProgress(own, other), 'ch03/one'), {
      status: 'right',
      right: date.toISOString(),
    })
  }
  const both = mergeProgress(
    tried,
    withAnswer(emptyProgress(), 'ch04/two', true, friday),
  )
  assert.deepEqual(quizOf(both, 'ch03/one'), { status: 'tried' })
  assert.equal(quizOf(both, 'ch04/two')?.status, 'right')
  assert.equal(quizOf(tried, 'ch04/two'), null)
})

test('an answer of a shape that is not known counts for nothing and is kept', () => {
  const entry = { status: 'right', right: 'yesterday' }
  const own = parseProgress(altered({ quizzes: { 'ch03/one': entry } }))
  assert.equal(quizOf(own, 'ch03/one'), null)
  const merged = mergeProgress(
    own,
    withAnswer(emptyProgress(), 'ch03/one', true, monday),
  )
  assert.deepEqual(merged.quizzes, { 'ch03/one': entry })
})

/** @param {object} change @returns {string} */
const altered = (change) => JSON.stringify({ ...emptyProgress(), ...change })

/** @type {[string, string, RegExp][]} */
const damaged = [
  ['half of a file', '{ "format": "velocy-', /^it is not JSON$/],
  ['an image', '\x89PNG\r\n\x1a\n\0', /^it is not JSON$/],
  ['another format', '{}', /expected an object with "format"/],
  ['a list', '[]', /expected an object/],
  ['no version', altered({ version: '1' }), /got the version 1/],
  ['exercises that are a list', altered({ exercises: [] }), /no object/],
  ['an odd id', altered({ exercises: { x: {} } }), /got the id "x"/],
  [
    'an id that is __proto__',
    altered({}).replace('"exercises":{', '"exercises":{"__proto__":{}'),
    /got the id "__proto__"/,
  ],
  [
    'passed without a date',
    altered({ exercises: { [id]: { status: 'passed', hints: 0 } } }),
    /"ch03\/02-name" is/,
  ],
  [
    'passed at a time that is no date',
    altered({
      exercises: { [id]: { status: 'passed', hints: 0, passed: '1' } },
    }),
    /"passed":"1"/,
  ],
  [
    'more hints than can be counted',
    altered({ exercises: { [id]: { status: 'started', hints: 1e308 } } }),
    /"hints":1e\+308/,
  ],
  [
    'hints that are none',
    altered({ exercises: { [id]: { status: 'started', hints: -1 } } }),
    /"hints":-1/,
  ],
]

for (const [name, text, message] of damaged) {
  test(`${name} is no progress, and is kept aside`, () => {
    assert.throws(() => parseProgress(text), { message })
    const folder = mkdtempSync(path.join(scratch, 'damaged-'))
    const file = path.join(folder, 'progress.json')
    /** @type {string[]} */
    const kept = []
    const store = new Store(file, (place) => kept.push(place))
    for (const round of [1, 2]) {
      writeFileSync(file, text)
      store.update((progress) => withStarted(progress, id))
      assert.equal(kept.length, round)
      assert.equal(readFileSync(kept[round - 1], 'utf8'), text)
    }
    assert.notEqual(kept[0], kept[1])
    assert.equal(progressOf(store.load(), id)?.status, 'started')
  })
}

test('a file of a later version is left alone', () => {
  const file = path.join(scratch, 'later.json')
  const text = altered({ version: 2 })
  writeFileSync(file, text)
  const store = new Store(file, () => assert.fail('it is not damaged'))
  const change = () => store.update((progress) => withStarted(progress, id))
  assert.throws(change, /got the version 2, expected 1/)
  assert.equal(readFileSync(file, 'utf8'), text)
})

test('what another terminal has written meanwhile stays', () => {
  const file = path.join(scratch, 'deep', 'shared.json')
  const [one, two] = [1, 2].map(() => new Store(file, assert.fail))
  one.load()
  two.update((progress) => withPassed(progress, 'ch01/01-head', monday))
  one.update((progress) => withStarted(progress, id))
  assert.deepEqual(Object.keys(two.load().exercises).sort(), [
    'ch01/01-head',
    id,
  ])
  assert.deepEqual(readdirSync(path.dirname(file)), ['shared.json'])
})

test('a write that fails leaves the file as it was', () => {
  const file = path.join(scratch, 'whole.json')
  const store = new Store(file, assert.fail)
  store.update((progress) => withStarted(progress, id))
  const before = readFileSync(file, 'utf8')
  const broken = () => {
    throw new Error('broken')
  }
  assert.throws(() => store.update(broken), /broken/)
  assert.equal(readFileSync(file, 'utf8'), before)
  assert.ok(existsSync(file))
})
