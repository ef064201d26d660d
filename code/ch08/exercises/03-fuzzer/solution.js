const PIECES = ['a', 'b', '1', '=', '&', '+', '%', '%2', '%41', '%26', '%25']
PIECES.push('%C3', '%A3', '%ff', '%00', '[', ']', '__proto__', 'toString')

/**
 * Looks for a text that breaks something.
 *
 * @param {(text: string) => void} check throws when the text breaks it
 * @param {{ seed: number, runs: number }} options where chance begins, and how
 *   many texts are tried at most
 * @returns {{ text: string, error: unknown } | null} the shortest text that it
 *   could find, and what was thrown for it; null when nothing broke
 */
export function fuzz(check, { seed, runs }) {
  const below = numbers(seed)
  for (let run = 0; run < runs; run++) {
    const length = below(10)
    const pieces = Array.from({ length }, () => PIECES[below(PIECES.length)])
    const failure = failureOf(check, pieces.join(''))
    if (failure) return shrink(check, failure)
  }
  return null
}

/**
 * The same numbers for the same seed (Park and Miller's generator).
 *
 * @param {number} seed
 * @returns {(limit: number) => number} the next one, below the limit
 */
function numbers(seed) {
  let state = (Math.abs(seed) % 0x7ffffffe) + 1
  return (limit) => {
    state = (state * 48271) % 0x7fffffff
    return Math.floor((state / 0x7fffffff) * limit)
  }
}

/**
 * @param {(text: string) => void} check
 * @param {string} text
 */
function failureOf(check, text) {
  try {
    check(text)
    return null
  } catch (error) {
    return { text, error }
  }
}

/**
 * Takes characters away for as long as what is left still fails.
 *
 * @param {(text: string) => void} check
 * @param {{ text: string, error: unknown }} failure
 */
function shrink(check, failure) {
  let shortest = failure
  for (let i = 0; i < shortest.text.length; ) {
    const { text } = shortest
    const shorter = failureOf(check, text.slice(0, i) + text.slice(i + 1))
    if (shorter) shortest = shorter
    // What could not go before may be able to go now.
    i = shorter ? 0 : i + 1
  }
  return shortest
}
