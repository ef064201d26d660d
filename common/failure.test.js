import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, framesOf, printedLines } from './failure.js'

/** @param {Partial<import('./failure.js').Failure>} change */
const failure = (change) => ({
  name: 'adds',
  code: 'ERR_ASSERTION',
  message: null,
  generated: true,
  got: null,
  expected: null,
  stack: null,
  ...change,
})

/** @param {string[]} lines */
const plain = (...lines) => lines.map((text) => ({ kind: 'text', text }))

test('two short values stand for themselves', () => {
  const { lines, values } = explain(
    failure({
      message: 'Expected values to be strictly equal:\n\n1 !== 2\n',
      got: '1',
      expected: '2',
    }),
  )
  assert.deepEqual(values, { got: '1', expected: '2' })
  assert.deepEqual(lines, [])
})

test("a message of the test's own comes before its values", () => {
  const { lines, values } = explain(
    failure({
      message: 'the head was:\nHTTP/1.1\n\n1 !== 2\n',
      generated: false,
      got: '1',
      expected: '2',
    }),
  )
  assert.deepEqual(lines, plain('the head was:', 'HTTP/1.1'))
  assert.deepEqual(values, { got: '1', expected: '2' })
})

test('the lines of a difference are told apart', () => {
  const message =
    'Expected values to be strictly deep-equal:\n+ actual - expected\n\n' +
    "  {\n+   a: '1'\n-   a: '2'\n  }"
  const { lines, values } = explain(
    failure({ message, got: "{\n  a: '1'\n}", expected: "{\n  a: '2'\n}" }),
  )
  assert.equal(values, null)
  assert.deepEqual(lines, [
    { kind: 'legend', text: '+ actual - expected' },
    { kind: 'text', text: '  {' },
    { kind: 'got', text: "+   a: '1'" },
    { kind: 'expected', text: "-   a: '2'" },
    { kind: 'text', text: '  }' },
  ])
})

test('an error that is no assertion is said with its name', () => {
  const stack =
    'TypeError: x is not a function\n    at TestContext.<anonymous> (file:///a.js:1:2)'
  const { lines } = explain(
    failure({ code: null, message: 'x is not a function', stack }),
  )
  assert.deepEqual(lines, plain('TypeError: x is not a function'))
})

test('what was thrown without a stack is said as it is', () => {
  const { lines } = explain(failure({ code: null, message: 'nothing' }))
  assert.deepEqual(lines, plain('nothing'))
})

test('the frames of a stack are those in files', () => {
  const stack = [
    'Error: no',
    '    at file:///velocy/ch07/a%20b.js:3:14',
    '    at async Test.run (node:internal/test_runner/test:1:2)',
    '    at f (file:///velocy/ch07/c.js:9:1)',
  ].join('\n')
  assert.deepEqual(framesOf(stack), [
    { url: 'file:///velocy/ch07/a%20b.js', line: 3 },
    { url: 'file:///velocy/ch07/c.js', line: 9 },
  ])
})

test('a stack that a program has made is no work', () => {
  const long = 'file://'.repeat(1_000_000)
  const stack = `${long}\n    at file:///velocy/ch07/c.js:9:1`
  assert.deepEqual(framesOf(stack), [
    { url: 'file:///velocy/ch07/c.js', line: 9 },
  ])
})

test('what a program printed is left, without the noise of the runner', () => {
  const output = [
    '',
    'mine',
    'node:internal/process/promises:394',
    '    triggerUncaughtException(err);',
    '    ^',
    '',
    'Error: no',
    '    at node:internal/main/run_main_module:28:49',
    '',
    'Node.js v26.0.0',
    '',
  ].join('\n')
  assert.deepEqual(printedLines(output), ['mine', 'Error: no'])
})
