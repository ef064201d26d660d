/**
 * Adds up the squares of numbers, and lets everyone else in after at most
 * 1,000 of them.
 *
 * @param {Iterable<number>} numbers
 * @returns {Promise<number>}
 */
export async function sumOfSquares(numbers) {
  let sum = 0
  let used = 0
  for (const number of numbers) {
    sum += number * number
    used++
    if (used % 1000 === 0) await null
  }
  return sum
}
