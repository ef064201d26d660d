import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingExports, placeOf, resultOf } from './exercise-result.js'

/** @typedef {import('../../browser-node/sandbox.js').RunEvent} RunEvent */
/** @typedef {import('../../browser-node/sandbox.js').Outcome} Outcome */

/** @param {object} change @returns {RunEvent} */
const event = (change) => ({
  type: 'pass',
  name: 'adds',
  file: null,
  nesting: 0,
  isSuite: false,
  skipped: false,
  todo: false,
  failureType: null,
  code: null,
  message: null,
  generated: true,
  got: null,
  expected: null,
  stack: null,
  ...change,
})
const pass = event({})
const fail = event({
  type: 'fail',
  name: 'subtracts',
  code: 'ERR_ASSERTION',
  failureType: 'testCodeFailure',
  message: '1 !== 2',
})

/** @param {Partial<Outcome>} [change] @returns {Outcome} */
const ended = (change) => ({ ended: 'exit', status: 0, error: null, ...change })

const error = {
  name: 'SyntaxError',
  message: "Unexpected token '}'",
  stack: '',
  file: null,
  line: 3,
  column: 1,
  hint: null,
}

/** @type {[string, RunEvent[], Partial<Outcome>, string][]} */
const cases = [
  ['every test passes', [pass], {}, 'passed'],
  ['an assertion fails', [pass, fail], { status: 1 }, 'failed'],
  [
    'a test throws',
    [event({ type: 'fail', message: 'no' })],
    { status: 1 },
    'broken',
  ],
  ['no test ran', [], {}, 'empty'],
  ['the process ended early', [pass], { status: 3 }, 'broken'],
  ['it did not end', [pass], { ended: 'timeout', status: null }, 'timeout'],
  [
    'a test did not end in time',
    [event({ type: 'fail', failureType: 'testTimeoutFailure' })],
    { status: 1 },
    'timeout',
  ],
  ['it printed without end', [pass], { ended: 'flood', status: null }, 'flood'],
  [
    'the file could not be read',
    [],
    { ended: 'error', status: 1, error },
    'broken',
  ],
  [
    'an error came after tests that passed',
    [pass],
    { ended: 'error', status: 1, error },
    'broken',
  ],
  ['it took all memory', [], { ended: 'memory', status: null }, 'broken'],
  [
    'the reader stopped it',
    [pass],
    { ended: 'stopped', status: null },
    'stopped',
  ],
  [
    'the page lacks something',
    [],
    { ended: 'unsupported', status: 1, error },
    'unsupported',
  ],
]

for (const [name, events, change, verdict] of cases) {
  test(`${name}: ${verdict}`, () => {
    assert.equal(resultOf(events, ended(change)).verdict, verdict)
  })
}

test('the tests are those that ran, without output, suites and files', () => {
  const events = [
    pass,
    /** @type {RunEvent} */ ({ type: 'output', stream: 'stdout', text: 'x' }),
    event({ name: 'a suite', isSuite: true }),
    event({ name: 'exercise.test.js', type: 'fail' }),
    fail,
  ]
  assert.deepEqual(
    resultOf(events, ended({ status: 1 })).tests.map(({ name, passed }) => [
      name,
      passed,
    ]),
    [
      ['adds', true],
      ['subtracts', false],
    ],
  )
})

const at = (/** @type {string} */ place) =>
  `    at run (file:///velocy/ch07/${place})`
const stack = (/** @type {string[]} */ ...places) =>
  ['Error: no', '    at node:internal/x:1:1', ...places.map(at)].join('\n')

test('the place of an error is the nearest line of the reader', () => {
  const folder = 'exercises/01-a'
  const own = `${folder}/exercise.js`
  const tests = `${folder}/exercise.test.js`
  assert.deepEqual(
    placeOf(
      stack('lib/a.js:1:2', `${own}:3:4`, `${own}:9:9`, `${tests}:5:6`),
      'ch07',
      folder,
    ),
    { file: own, line: 3 },
  )
  assert.deepEqual(
    placeOf(stack('lib/a.js:1:2', `${tests}:5:6`), 'ch07', folder),
    { file: tests, line: 5 },
  )
  assert.deepEqual(placeOf(stack('lib/a.js:1:2'), 'ch07', folder), {
    file: 'lib/a.js',
    line: 1,
  })
  assert.equal(placeOf(stack(), 'ch07', folder), null)
})

const STARTER = `export const one = 1
export async function two() {}
export function* three() {}
export class Four {}
const five = 5, six = 6
export { five, six as seven }
export default function eight() {}
`

test('what the starter exports and the reader does not is named', () => {
  assert.deepEqual(missingExports(STARTER, STARTER), [])
  assert.deepEqual(missingExports(STARTER, ''), [
    'one',
    'two',
    'three',
    'Four',
    'eight',
    'five',
    'seven',
  ])
  const renamed = STARTER.replace('two', 'deux')
  assert.deepEqual(missingExports(STARTER, renamed), ['two'])
  const other = `${STARTER.replace('export const one', 'const one')}
export { one }`
  assert.deepEqual(missingExports(STARTER, other), [])
})
