/** What a published result says of reading objects of so many shapes. */

/**
 * @typedef {object} Result
 * @property {{ cpu: string }} machine
 * @property {Record<string, string>} versions
 * @property {{ id: string, summary?: Record<string, { median: number }> }[]}
 *   contenders
 */

/**
 * @param {Result} result of the benchmark `ch12-shapes`
 * @returns {{ reads: { id: string, ns: number }[], longest: number,
 *   setting: { cpu: string, node: string } }} a time per number of shapes, the
 *   longest of them, and where that was
 */
export function readings({ machine, versions, contenders }) {
  const reads = contenders.flatMap(({ id, summary }) => {
    const time = summary?.['ns.read']
    return time ? [{ id, ns: time.median }] : []
  })
  return {
    reads,
    longest: Math.max(...reads.map(({ ns }) => ns)),
    setting: { cpu: machine.cpu, node: versions.node26 },
  }
}
