/** Which lines a program may print, and how a guess compares with a run. */

/**
 * @typedef {object} Row a place in the order
 * @property {string | null} guess null: the guess has ended before
 * @property {string | null} printed null: the program has
 */
/**
 * @typedef {object} Comparison
 * @property {Row[]} rows
 * @property {number} right how many lines stand where they were printed
 * @property {string[]} never the lines that were not printed
 * @property {boolean} isRight
 */

/** How the last line of each program begins: what its client has got. */
const CLIENT = 'The client gets: '

/**
 * @param {string} program
 * @returns {string[]} what its calls of console.log may print, each once, in
 *   the order of the alphabet, which gives nothing away
 */
export function linesOf(program) {
  const calls = program.matchAll(/console\.log\(([^)]*)\)/g)
  const texts = [...calls].flatMap(([, inside]) =>
    [...inside.matchAll(/'([^']*)'/g)].map(([, text]) => text),
  )
  return [...new Set(texts)].sort()
}

/**
 * @param {string} output of a run
 * @returns {{ printed: string[], client: string | null }} client: what it has
 *   got; null when the program did not come that far
 */
export function readOutput(output) {
  const lines = output.split('\n').filter((line) => line !== '')
  const isOfClient = (/** @type {string} */ line) => line.startsWith(CLIENT)
  const client = lines.find(isOfClient)?.slice(CLIENT.length) ?? null
  return { printed: lines.filter((line) => !isOfClient(line)), client }
}

/**
 * @param {string[]} guess
 * @param {string[]} printed
 * @param {string[]} all that the program may print
 * @returns {Comparison}
 */
export function compare(guess, printed, all) {
  const length = Math.max(guess.length, printed.length)
  const rows = Array.from({ length }, (_, index) => ({
    guess: guess[index] ?? null,
    printed: printed[index] ?? null,
  }))
  const right = rows.filter((row) => row.guess === row.printed).length
  return {
    rows,
    right,
    never: all.filter((line) => !printed.includes(line)),
    isRight: right === length,
  }
}

/**
 * @param {string[]} order
 * @param {number} from
 * @param {number} to a place outside of the order is its nearest end
 * @returns {string[]} the same with one line at another place
 */
export function moved(order, from, to) {
  const rest = order.toSpliced(from, 1)
  const place = Math.max(0, Math.min(to, rest.length))
  return rest.toSpliced(place, 0, order[from])
}
