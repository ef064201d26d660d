/**
 * @typedef {object} BackoffTimes in ms
 * @property {number} delay before the first attempt after a failure
 * @property {number} maxDelay before any other one
 */

/**
 * How long to wait before the next attempt: twice as long after each failure.
 *
 * @param {number} failures in a row, from 1
 * @param {BackoffTimes} times
 * @param {() => number} [random] from 0 to 1
 * @returns {number} in ms; chance takes up to half of it
 */
export function backOff(failures, { delay, maxDelay }, random = Math.random) {
  const longest = Math.min(delay * 2 ** (failures - 1), maxDelay)
  // What has failed together should not start together.
  return longest * (1 - random() / 2)
}
