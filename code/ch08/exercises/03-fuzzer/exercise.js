/**
 * Looks for a text that breaks something.
 *
 * @param {(text: string) => void} check throws when the text breaks it
 * @param {{ seed: number, runs: number }} options where chance begins, and how
 *   many texts are tried at most
 * @returns {{ text: string, error: unknown } | null} the shortest text that it
 *   could find, and what was thrown for it; null when nothing broke
 */
export function fuzz(check, { runs }) {
  for (let run = 0; run < runs; run++) {
    const text = `q=${Math.random().toString(36).slice(2)}`
    try {
      check(text)
    } catch (error) {
      return { text, error }
    }
  }
  return null
}
