/** How many numbers are tried at once, before somebody may say stop. */
const SLICE = 10_000

/**
 * Counts the primes below a number, the slow way: it divides.
 *
 * @param {number} below
 * @param {{ readonly isAborted: boolean }} [task] says when to stop
 */
export function primes(below, task) {
  let count = 0
  for (let number = 2; number < below; number++) {
    if (isPrime(number)) count++
    if (number % SLICE === 0 && task?.isAborted) return undefined
  }
  return count
}

/** @param {number} number from 2 on */
function isPrime(number) {
  for (let factor = 2; factor * factor <= number; factor++) {
    if (number % factor === 0) return false
  }
  return true
}
