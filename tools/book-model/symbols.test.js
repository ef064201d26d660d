import assert from 'node:assert/strict'
import test from 'node:test'
import { closingLines, partsOf, rangeOf, SymbolError } from './symbols.js'

const PROGRAM = `// What this file is for.

import http from 'node:http'
import { b } from './b.js'

/** @import { C } from './c.js' */

/** In ms. */
const SHORT = 1
const LONG = 2

/**
 * @typedef {object} Options
 * @property {number} [size]
 */
const DEFAULTS = { size: 1 }

function Params() {}
Params.prototype = null

/** Finds. */
export class Router {
  /** @type {number} */
  #size = 1
  static kinds = 2

  constructor() {
    this.get = 1
  }

  /** Adds. */
  add() {
    return 1 // and this is behind code
  }
  // Its own.
  get size() {
    return 1
  }

  set size(value) {}

  #find() {}
}

// About nothing below.

for (const x of []) console.log(x)

if (import.meta.main) {
  start()
}
`

const lines = PROGRAM.replace(/\n$/, '').split('\n')

/** @param {string} expression */
const shown = (expression) => {
  const { start, end } = rangeOf(expression, PROGRAM, 'a.js')
  return lines.slice(start, end).join('\n')
}

test('a symbol has the comment directly above it', () => {
  assert.equal(shown('SHORT'), '/** In ms. */\nconst SHORT = 1')
  assert.equal(shown('LONG'), 'const LONG = 2')
  assert.match(
    shown('DEFAULTS'),
    /^\/\*\*\n \* @typedef[\s\S]*\nconst DEFAULTS/,
  )
  assert.match(shown('Options'), /^\/\*\*\n \* @typedef[\s\S]*\*\/$/)
  assert.equal(shown('main'), 'if (import.meta.main) {\n  start()\n}')
})

test('a statement that declares nothing belongs to what is directly above', () => {
  assert.equal(shown('Params'), 'function Params() {}\nParams.prototype = null')
})

test('imports are those of types, too', () => {
  assert.match(shown('imports'), /^import http [\s\S]*@import \{ C \}.*$/)
})

test('members are named by their class', () => {
  assert.match(shown('Router.add'), /^ {2}\/\*\* Adds\. \*\/[\s\S]*\n {2}\}$/)
  assert.match(
    shown('Router.size'),
    /^ {2}\/\/ Its own\.[\s\S]*set size\(value\) \{\}$/,
  )
  assert.equal(shown('Router.#find'), '  #find() {}')
  assert.equal(shown('Router.#size'), '  /** @type {number} */\n  #size = 1')
})

test('the head of a class ends with its constructor', () => {
  assert.match(
    shown('Router^'),
    /^\/\*\* Finds\. \*\/[\s\S]*this\.get = 1\n {2}\}$/,
  )
  assert.match(shown('Router'), /#find\(\) \{\}\n\}$/)
  const range = rangeOf('Router^', PROGRAM, 'a.js')
  const [{ start, end }] = closingLines(range, partsOf(PROGRAM, 'a.js'))
  assert.deepEqual(lines.slice(start, end), ['}'])
  assert.deepEqual(
    closingLines(rangeOf('Router', PROGRAM, 'a.js'), partsOf(PROGRAM, 'a.js')),
    [],
  )
})

test('a range goes from one symbol to another, or to an end of the file', () => {
  assert.match(shown('SHORT..Params'), /^\/\*\* In ms[\s\S]*prototype = null$/)
  assert.match(shown('..imports'), /^\/\/ What this file[\s\S]*c\.js' \*\/$/)
  assert.match(shown('Router.#find..'), /^ {2}#find\(\)[\s\S]*start\(\)\n\}$/)
  assert.match(
    shown('imports..Router^'),
    /^import[\s\S]*this\.get = 1\n {2}\}$/,
  )
})

test('the class need not be named twice', () => {
  assert.equal(shown('Router.add..#find'), shown('Router.add..Router.#find'))
  assert.equal(shown('Router^,add'), shown('Router^..Router.add'))
})

test('symbols with commas between them stand next to each other', () => {
  assert.equal(shown('SHORT,LONG,DEFAULTS'), shown('SHORT..DEFAULTS'))
  assert.throws(
    () => shown('SHORT,DEFAULTS'),
    /"DEFAULTS" does not follow what is named before it; show it in a listing of its own/,
  )
})

test('what is not there is told, with what there is', () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    [
      'Rooter',
      /^a\.js has no "Rooter"; did you mean "Router"\? It has: imports, SHORT/,
    ],
    ['Router.ad', /has no "Router\.ad"; did you mean "Router\.add"\?/],
    [
      'SHORT^',
      /only a class has a head, and "SHORT" is not one; remove the \^/,
    ],
    ['LONG..SHORT', /"SHORT" stands before "LONG"/],
    ['', /has no ""/],
  ]
  for (const [expression, message] of cases) {
    assert.throws(
      () => shown(expression),
      (error) => error instanceof SymbolError && message.test(error.message),
      expression,
    )
  }
})

test('a name that stands twice, and a program that is none, are told', () => {
  assert.throws(
    () => rangeOf('a', 'var a = 1\n\nvar a = 2\n', 'a.js'),
    /a\.js has "a" more than once, at lines 1 and 3/,
  )
  assert.throws(
    () => rangeOf('a', 'const = 1\n', 'a.js'),
    (error) => error instanceof SymbolError && /^a\.js: /.test(error.message),
  )
})

test('a CommonJS file has symbols as well', () => {
  const text = "const x = require('x')\nreturn x\n"
  assert.deepEqual(rangeOf('x', text, 'a.cjs'), { start: 0, end: 2 })
})
