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
  const times = new Map()
  for (const { id, callFrame } of nodes) {
    const self = samples
      .map((sample, index) => (sample === id ? timeDeltas[index] : 0))
      .reduce((sum, delta) => sum + delta, 0)
    times.set(callFrame.functionName, { self, total: self })
  }
  return times
}
