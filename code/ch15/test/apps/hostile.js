/** Tasks that a pool would rather not have. */
import { parentPort } from 'node:worker_threads'
import { library } from '../library.js'

const { moved } = await library('lib/workers/index.js')

/** @param {unknown} value */
export const echo = (value) => value

export const fails = () => () => {}

export function bytes() {
  const all = new Uint8Array(8)
  return moved(all, [all.buffer])
}

export const giveNothing = async () => moved(1, /** @type {any} */ (5))

/** @type {Record<string, () => unknown>} */
const thenables = {
  throws: () => {
    throw new Error('no then')
  },
}

/** What has a then that is none. */
export const oddThen = () =>
  // biome-ignore lint/suspicious/noThenProperty: that's the point
  ({ then: thenables.throws })

/** @type {Record<string, () => unknown>} */
const errors = {
  cycle: () => {
    const error = new Error('m')
    error.cause = new Error('because of', { cause: error })
    return error
  },
  stack: () =>
    Object.defineProperty(new Error('m'), 'stack', {
      get() {
        throw new Error('no stack')
      },
    }),
  own: () =>
    Object.defineProperty(new Error('m'), 'own', {
      enumerable: true,
      get() {
        throw new Error('no own')
      },
    }),
  message: () =>
    Object.assign(new Error('m'), {
      message: {
        toString() {
          throw new Error('no message')
        },
      },
    }),
  bare: () => Object.assign(Object.create(null), { f() {} }),
  proxy: () =>
    new Proxy(new Error('m'), {
      getPrototypeOf() {
        throw new Error('no prototype')
      },
    }),
}

/** @param {string} name */
export function fail(name) {
  throw errors[name]()
}

/** @param {string} name */
export async function failLater(name) {
  throw errors[name]()
}

/** @param {unknown} message for somebody who isn't there */
export function post(message) {
  parentPort?.postMessage(message)
  return 'posted'
}

/** @param {number} depth */
export function deep(depth) {
  /** @type {unknown[]} */
  let all = []
  for (let i = 0; i < depth; i++) all = [all]
  return all
}

/** @param {unknown[]} all */
export const count = (all) => all.length
