/** What the pools of the tests can do. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import os from 'node:os'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { library } from '../library.js'

const { moved } = await library('lib/workers/index.js')
const { VelocyError } = await library('lib/index.js')

/** @param {{ a: number, b: number }} numbers */
export const add = ({ a, b }) => a + b

/** @param {unknown} value */
export const echo = (value) => value

/** @param {unknown} value */
export const echoLater = async (value) => {
  await nextTurn()
  return value
}

export const thread = () => threadId

export const priority = () => os.getPriority()

/**
 * Says that it has begun, and goes on when it is let.
 *
 * @param {Int32Array} cells of shared memory
 */
export function hold(cells) {
  Atomics.store(cells, 0, 1)
  Atomics.notify(cells, 0)
  Atomics.wait(cells, 1, 0)
  return 'held'
}

/**
 * Says that it has begun, and goes on until it is aborted.
 *
 * @param {Int32Array} cells
 * @param {any} task
 */
export function heed(cells, task) {
  Atomics.store(cells, 0, 1)
  Atomics.notify(cells, 0)
  while (!task.isAborted);
  Atomics.store(cells, 1, 1)
  Atomics.notify(cells, 1)
}

/** @param {unknown} _ @param {any} task */
export const isAborted = (_, task) => task.isAborted

/**
 * The same for a task that waits.
 *
 * @param {Int32Array} cells
 * @param {any} task
 */
export async function heedLater(cells, { signal }) {
  Atomics.store(cells, 0, 1)
  Atomics.notify(cells, 0)
  const alive = setInterval(() => {}, 1000)
  await once(signal, 'abort')
  clearInterval(alive)
  Atomics.store(cells, 1, 1)
  Atomics.notify(cells, 1)
}

/** @param {Int32Array} cells */
export function neverEnd(cells) {
  Atomics.store(cells, 0, 1)
  Atomics.notify(cells, 0)
  for (;;);
}

/** @param {number} code */
export const exit = (code) => process.exit(code)

/** @param {Int32Array} cells */
export function answerAndExit(cells) {
  process.once('exit', () => {
    Atomics.store(cells, 0, 1)
    Atomics.notify(cells, 0)
  })
  setImmediate(() => process.exit(1))
  return 'answered'
}

/** @param {Int32Array} cells */
export function holdAndExit(cells) {
  hold(cells)
  process.exit(7)
}

export function throwLater() {
  setImmediate(() => {
    throw new RangeError('nobody catches this')
  })
  return new Promise(() => {})
}

export function fillMemory() {
  const all = []
  for (;;) all.push(new Array(10_000).fill(all.length))
}

class Odd extends Error {
  name = 'Odd'
  code = 'ERR_ODD'
  details = { why: 'no reason' }
}

const full = () =>
  Object.assign(new RangeError('with a function'), {
    f() {},
    code: 'ERR_FULL',
    status: 409,
  })

const teapot = () =>
  new VelocyError('ERR_TEAPOT', 'short', { status: 418, cause: full() })

/** @type {Record<string, () => unknown>} */
const errors = {
  type: () => new TypeError('wrong type'),
  cause: () => new Error('outer', { cause: new RangeError('inner') }),
  odd: () => new Odd('odd'),
  velocy: () => new VelocyError('ERR_TEAPOT', 'short', { status: 418 }),
  text: () => 'only a text',
  nothing: () => undefined,
  closure: () => full(),
  causes: () => new Error('outer', { cause: teapot() }),
  assigned: () => Object.assign(new Error('outer'), { cause: teapot() }),
  textCause: () => new Error('outer', { cause: 'only a text' }),
  abort: () => new DOMException('never mind', 'AbortError'),
}

/** @param {string} name */
export function fail(name) {
  throw errors[name]()
}

/** @param {string} name */
export async function failLater(name) {
  await nextTurn()
  throw errors[name]()
}

export const closure = () => () => {}

/** @param {number} size */
export function bytes(size) {
  const all = new Uint8Array(size).fill(1)
  return moved({ all }, [all.buffer])
}

const storage = new AsyncLocalStorage()

/** What an earlier task may have left behind. */
export function context() {
  const before = storage.getStore()
  storage.enterWith('left behind')
  return before
}

/** The same, with a turn of the event loop between. */
export async function contextLater() {
  const before = context()
  await nextTurn()
  return before
}

/** Counts the turns of the event loop while nothing is done. */
let turns = 0
export const countTurns = () => {
  const turn = () => {
    turns++
    setImmediate(turn).unref()
  }
  turn()
}
export const turnsSoFar = () => turns

/**
 * Has answered, and holds its thread until it is let go.
 *
 * @param {Int32Array} cells
 */
export function dawdle(cells) {
  let later = Promise.resolve()
  for (let i = 0; i < 20; i++) later = later.then(() => {})
  later.then(() => hold(cells))
}

/** @param {Int32Array} cells */
export function sayGoodbye(cells) {
  process.once('exit', () => Atomics.store(cells, 0, 1))
}
