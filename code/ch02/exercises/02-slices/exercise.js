/**
 * Adds up the squares of 1 to `count`, and lets everyone else in after at
 * most 1,000 of them.
 *
 * @param {number} count
 * @returns {Promise<number>}
 */
export async function sumOfSquares(count) {
  let sum = 0
  for (let i = 1; i <= count; i++) {
    sum += i * i
    if (i % 1000 === 0) await null
  }
  return sum
}
