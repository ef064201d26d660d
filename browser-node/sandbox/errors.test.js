import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Errors, withHint } from './errors.js'

const errors = new Errors({
  positionOf: (url, line, column) =>
    url === 'blob:null/1'
      ? { file: 'file:///velocy/ch07/steps/a.js', line, column: column - 1 }
      : null,
  specifierOf: (url) => (url === 'blob:null/1' ? './a.js' : null),
})

/** @param {string[]} frames */
const sites = (...frames) => frames.map((frame) => ({ toString: () => frame }))

test('frames have the names of files, and those of the sandbox are left out', () => {
  assert.equal(
    errors.stackOf(
      new TypeError('no'),
      sites(
        'new Shim (blob:null/2:1:1)',
        'Array.map (<anonymous>)',
        'f (blob:null/1:3:6)',
        'Array.map (<anonymous>)',
        'blob:null/1:9:2',
        'Array.forEach (<anonymous>)',
        'run (blob:null/2:1:5)',
      ),
    ),
    `TypeError: no
    at Array.map (<anonymous>)
    at f (file:///velocy/ch07/steps/a.js:3:5)
    at Array.map (<anonymous>)
    at file:///velocy/ch07/steps/a.js:9:1`,
  )
})

test('a frame of eval says where the call is', () => {
  assert.match(
    errors.stackOf(
      new Error('x'),
      sites('eval (eval at f (blob:null/1:3:6), <anonymous>:1:7)'),
    ),
    /at eval \(eval at f \(file:\/\/\/velocy\/ch07\/steps\/a\.js:3:5\), <anon/,
  )
})

test('a stack of Firefox becomes one of V8', () => {
  assert.equal(
    errors.stackFrom(
      new RangeError('far'),
      [
        'shim@blob:null/2:1:1',
        'f@blob:null/1:3:6',
        'g/<@blob:null/1:4:6',
        'async*h@blob:null/1:5:6',
        '@blob:null/1:9:2',
        '',
      ].join('\n'),
    ),
    `RangeError: far
    at f (file:///velocy/ch07/steps/a.js:3:5)
    at g.<anonymous> (file:///velocy/ch07/steps/a.js:4:5)
    at async h (file:///velocy/ch07/steps/a.js:5:5)
    at file:///velocy/ch07/steps/a.js:9:1`,
  )
})

test('a message names a module as the program does', () => {
  assert.equal(
    errors.clean("'blob:null/1' has no export, nor has blob:null/2"),
    "'./a.js' has no export, nor has blob:null/2",
  )
})

test('a report has the first place that is in the program', () => {
  const error = new Error('x')
  error.stack = 'Error: x\n    at file:///velocy/ch07/steps/a.js:3:5'
  const { name, message, file, line, column, hint } = errors.report(error)
  assert.deepEqual(
    { name, message, file, line, column, hint },
    {
      name: 'Error',
      message: 'x',
      file: 'steps/a.js',
      line: 3,
      column: 5,
      hint: null,
    },
  )
})

test('a syntax error is shown in its line', () => {
  const error = new SyntaxError("Unexpected token ';'")
  error.stack = "SyntaxError: Unexpected token ';'"
  const place = {
    file: 'file:///velocy/ch07/a.js',
    path: 'a.js',
    line: 2,
    column: 9,
    text: 'let b = ;',
  }
  const report = errors.report(error, place)
  assert.equal(
    report.stack,
    `file:///velocy/ch07/a.js:2
let b = ;
        ^

SyntaxError: Unexpected token ';'`,
  )
  assert.deepEqual([report.file, report.line, report.column], ['a.js', 2, 9])
})

test('whatever is thrown is reported', () => {
  const never = () => {
    throw new Error('looked at')
  }
  const handler = new Proxy({}, { get: never })
  for (const [thrown, message] of /** @type {[unknown, RegExp][]} */ ([
    [null, /^null$/],
    ['text', /^'text'$/],
    [Symbol('s'), /^Symbol\(s\)$/],
    [{ a: 1 }, /^\{ a: 1 \}$/],
    [new Proxy({}, handler), /^/],
    [Object.defineProperty(new Error('x'), 'message', { get: never }), /^$/],
    [Object.defineProperty(new Error('x'), 'stack', { get: never }), /^x$/],
  ])) {
    assert.match(errors.report(thrown).message, message)
  }
})

test('a rejection with no error is told as Node.js tells it', () => {
  const { name, message, stack } = errors.report(errors.rejection(1))
  assert.equal(name, 'UnhandledPromiseRejection')
  assert.match(message, /^This error originated .* with the reason "1"\.$/)
  assert.match(stack, /code: 'ERR_UNHANDLED_REJECTION'/)
  const error = new Error('x')
  assert.equal(errors.rejection(error), error)
})

test('a hint says what a page has not', () => {
  const hintOf = (/** @type {unknown} */ error) => errors.report(error).hint
  assert.deepEqual(hintOf(new ReferenceError('localStorage is not defined')), {
    key: 'hint.storage',
    name: 'localStorage',
  })
  assert.deepEqual(hintOf(new ReferenceError('document is not defined')), {
    key: 'hint.page',
    name: 'document',
  })
  assert.equal(hintOf(new ReferenceError('x is not defined')), null)
  assert.equal(hintOf(new ReferenceError('__proto__ is not defined')), null)
  const refused = Object.assign(new Error('no'), { code: 'ENETUNREACH' })
  assert.deepEqual(hintOf(new TypeError('fetch failed', { cause: refused })), {
    key: 'hint.network',
    name: 'fetch',
  })
  const own = withHint(new Error('x'), 'hint.builtin', 'node:dgram')
  assert.deepEqual(hintOf(new Error('outer', { cause: own })), {
    key: 'hint.builtin',
    name: 'node:dgram',
  })
  const watch = Object.assign(new Error('fs.watch is not there in a page'), {
    code: 'ERR_NOT_IN_PAGE',
  })
  assert.deepEqual(hintOf(watch), { key: 'hint.builtin', name: 'fs.watch' })
})
