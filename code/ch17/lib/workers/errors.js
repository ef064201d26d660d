import { VelocyError } from '../common/errors.js'

/**
 * @typedef {object} Packed an error on its way to another thread
 * @property {any} error what the structured clone keeps of it
 * @property {string} [name]
 * @property {Record<string, unknown>} [own] its own properties; none of a
 *   DOMException
 */

/**
 * A clone keeps message, stack and cause of an error, and drops its class and
 * what somebody has added to it.
 *
 * @param {any} error whatever was thrown
 * @returns {Packed}
 */
export function packError(error) {
  try {
    if (!(error instanceof Error)) return { error }
    const { name, message, stack } = error
    if (!(error instanceof DOMException)) {
      return { error, name, own: { ...error } }
    }
    // Such as a signal's reason, which only newer versions can clone.
    return { error: { message, stack }, name }
  } catch {
    return describeError(error)
  }
}

/**
 * @param {any} error one that cannot be cloned, or not even be read
 * @returns {Packed} as much as can be said in words
 */
export function describeError(error) {
  const told = new Error('What was thrown cannot be read')
  const packed = { error: told, name: 'Error', own: {} }
  try {
    const { message, name, stack } = Object(error)
    told.message = String(message || error)
    if (name !== undefined) packed.name = String(name)
    if (stack !== undefined) told.stack = String(stack)
  } catch {
    // Then what we have must do.
  }
  return packed
}

/** @param {Packed} packed @returns {any} */
export function unpackError({ error, name, own }) {
  if (name === undefined) return error
  const like = revive(error, name, own)
  Object.assign(like, own)
  if (like.name !== name) Object.defineProperty(like, 'name', { value: name })
  return like
}

/**
 * @param {Error} error
 * @param {string} name
 * @param {Record<string, any>} [own]
 * @returns {any} an error of the class that it had, if we know that
 */
function revive(error, name, own) {
  const { message, stack, cause } = error
  if (own === undefined) {
    return Object.defineProperty(new DOMException(message, name), 'stack', {
      value: stack,
    })
  }
  if (name !== 'VelocyError') return error
  const options = 'cause' in error ? { cause } : {}
  return Object.assign(new VelocyError(own.code, message, options), { stack })
}

/** @param {number} maxQueue */
export const full = (maxQueue) =>
  new VelocyError(
    'ERR_VELOCY_POOL_FULL',
    `got a task while ${maxQueue} wait already: wait for room(), or answer ` +
      'that there is too much to do',
    { status: 503 },
  )

export const closed = () =>
  new VelocyError(
    'ERR_VELOCY_POOL_CLOSED',
    'This pool is closed, and takes no task any more',
    { status: 503 },
  )

/** @param {number} time in ms */
export const timedOut = (time) =>
  new VelocyError(
    'ERR_VELOCY_POOL_TIMEOUT',
    `The task was to be done within ${time} ms`,
    { status: 503 },
  )

/**
 * @param {string} name of the task
 * @param {string} how the thread has ended
 * @param {unknown} cause
 */
export const crashed = (name, how, cause) =>
  new VelocyError(
    'ERR_VELOCY_POOL_CRASHED',
    `The thread that did ${name} ${how}`,
    { status: 500, cause },
  )

/**
 * @param {string} module
 * @param {string} how its thread has ended
 * @param {unknown} cause
 */
export const notStarted = (module, how, cause) =>
  new VelocyError(
    'ERR_VELOCY_POOL_START',
    `No thread could load ${module}: it ${how}`,
    { status: 503, cause },
  )
