import { VelocyError } from '../common/errors.js'

/**
 * @typedef {object} Packed an error, or another value that was thrown, on its
 *   way to another thread
 * @property {unknown} [value] of what is no error
 * @property {PackedError} [error]
 */
/**
 * @typedef {object} PackedError
 * @property {string} name
 * @property {string} message
 * @property {string} [stack]
 * @property {Record<string, any>} [own] properties that can be cloned
 * @property {Packed} [cause]
 */

/** So many causes come along; those that lead back to each other never end. */
const CAUSES = 8

/**
 * A structured clone of an error has lost its class and its own properties,
 * such as its code. One property that cannot be cloned would spoil the rest.
 *
 * @param {any} thrown
 * @param {number} [causes] how many of its causes come along
 * @returns {Packed}
 */
export function packError(thrown, causes = CAUSES) {
  try {
    return thrown instanceof Error
      ? { error: packFields(thrown, causes) }
      : { value: structuredClone(thrown) }
  } catch {
    // Even reading it may throw.
    const message = 'A task threw a value that cannot be read or cloned'
    return { error: { name: 'Error', message } }
  }
}

/** @param {any} error @param {number} causes @returns {PackedError} */
function packFields(error, causes) {
  const { name, message, stack, cause } = error
  /** @type {Record<string, unknown>} */
  const own = {}
  for (const key of Object.keys(error)) {
    if (key === 'cause') continue
    try {
      own[key] = structuredClone(error[key])
    } catch {
      // A function or a socket stays behind.
    }
  }
  const packed = { name: `${name}`, message: `${message}`, own }
  if (typeof stack === 'string') Object.assign(packed, { stack })
  if ('cause' in error && causes > 0) {
    Object.assign(packed, { cause: packError(cause, causes - 1) })
  }
  return packed
}

/**
 * @param {Packed} packed
 * @returns {any} an error of the same class if this thread knows it
 */
export function unpackError({ error: packed, value }) {
  if (packed === undefined) return value
  const { name, message, stack, own, cause } = packed
  const options = cause && { cause: unpackError(cause) }
  const error = new Error(message, options)
  Object.setPrototypeOf(error, classOf(name).prototype)
  Object.assign(error, own)
  for (const [key, text] of Object.entries({ name, stack })) {
    if (Reflect.get(error, key) === text) continue
    Object.defineProperty(error, key, { value: text, configurable: true })
  }
  return error
}

/** @param {string} name of a class @returns {any} Error if it is unknown here */
function classOf(name) {
  const isOurs = name === VelocyError.name
  const Class = isOurs ? VelocyError : Reflect.get(globalThis, name)
  return Object.getPrototypeOf(Class ?? name) === Error ? Class : Error
}

/** @param {number} maxQueue */
export const full = (maxQueue) =>
  new VelocyError(
    'ERR_VELOCY_POOL_FULL',
    `The pool's queue is full: ${maxQueue} tasks are waiting. Try again later`,
    { status: 503 },
  )

export const closed = () =>
  new VelocyError('ERR_VELOCY_POOL_CLOSED', 'The pool is closed', {
    status: 503,
  })

/**
 * @param {number} code the thread exited with
 * @param {string | undefined} name of the task it was running
 * @param {unknown} cause that it did not catch
 */
export const crashed = (code, name, cause) =>
  new VelocyError(
    'ERR_VELOCY_POOL_CRASHED',
    `Worker thread exited with code ${code}` +
      (name === undefined ? '' : ` while running task '${name}'`),
    { status: 500, cause },
  )

/** @param {string} module @param {unknown} cause */
export const notStarted = (module, cause) =>
  new VelocyError(
    'ERR_VELOCY_POOL_START',
    `No worker thread could load ${module}: ${cause}`,
    { status: 503, cause },
  )
