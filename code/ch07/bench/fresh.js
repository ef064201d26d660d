/**
 * Inputs that are new each time, in no order that could be learnt, and the
 * time that work on them takes. A program that asks for the same few strings
 * over and over measures how well V8 and the processor remember them.
 */

/** How many inputs are made, and then timed, at once. */
const BATCH = Number(process.env.BATCH ?? 1000)

let state = (Date.now() ^ (process.pid << 16)) | 1

/**
 * @param {number} limit
 * @returns {number} an integer from 0, below the limit
 */
export function random(limit) {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % limit
}

/**
 * @template T
 * @param {readonly T[]} list
 * @returns {T}
 */
export const pick = (list) => list[random(list.length)]

/**
 * @param {number} [length]
 * @returns {string} lower-case letters
 */
export function word(length = 8) {
  const codes = Array.from({ length }, () => 97 + random(26))
  return String.fromCharCode(...codes)
}

/**
 * A string as a server gets it: made of bytes, in one piece, and with no hash
 * computed yet.
 *
 * @param {string} text
 */
export const received = (text) => Buffer.from(text).toString('latin1')

/**
 * @template Input
 * @param {() => Input} make an input; not timed
 * @param {(input: Input) => unknown} use must return something
 * @param {number} seconds
 * @param {number} [size] inputs that are made at once: fewer, if they are large
 * @returns {number} nanoseconds per use, the median of the batches
 */
export function timePerUse(make, use, seconds, size = BATCH) {
  /** @type {number[]} */
  const times = []
  const begin = performance.now()
  // In the first quarter, V8 still compiles.
  const warm = begin + seconds * 250
  const end = begin + seconds * 1000
  while (times.length < 5 || performance.now() < end) {
    const inputs = Array.from({ length: size }, make)
    let used = 0
    const start = process.hrtime.bigint()
    for (const input of inputs) if (use(input)) used++
    const spent = Number(process.hrtime.bigint() - start)
    if (used !== size) throw new Error(`${size - used} uses without a result`)
    if (performance.now() > warm) times.push(spent / size)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]
}
