/**
 * @typedef {object} Node a function, as it was called from another one
 * @property {number} id
 * @property {{ functionName: string }} callFrame
 * @property {number[]} [children] ids of what it called
 */
/**
 * @typedef {object} Profile as --cpu-prof writes it
 * @property {Node[]} nodes
 * @property {number[]} samples the id of the node that was running at each look
 * @property {number[]} timeDeltas µs since the look before
 */
/**
 * @typedef {object} Times µs
 * @property {number} self while the function itself was running
 * @property {number} total until it returned: with all that it called
 */

/**
 * How long each function took. One that calls itself, or is called in several
 * ways, has one entry.
 *
 * @param {Profile} profile
 * @returns {Map<string, Times>} by name
 */
export function timesOf({ nodes, samples, timeDeltas }) {
  const names = new Map(
    nodes.map(({ id, callFrame }) => [id, callFrame.functionName]),
  )
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) =>
      children.map((child) => [child, id]),
    ),
  )
  const times = new Map(
    [...names.values()].map((name) => [name, { self: 0, total: 0 }]),
  )
  for (const [index, sample] of samples.entries()) {
    const delta = timeDeltas[index]
    /** @param {number} id */
    const entryOf = (id) =>
      /** @type {Times} */ (times.get(/** @type {string} */ (names.get(id))))
    entryOf(sample).self += delta
    // A function that is on the stack twice runs once.
    const running = new Set()
    for (
      let id = /** @type {number | undefined} */ (sample);
      id !== undefined;
      id = callers.get(id)
    ) {
      running.add(entryOf(id))
    }
    for (const entry of running) entry.total += delta
  }
  return times
}
