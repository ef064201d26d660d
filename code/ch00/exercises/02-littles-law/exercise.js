/**
 * @typedef {object} Report
 * @property {number} connections that were asked for
 * @property {number} failed connections that could not be opened
 * @property {number} rps requests per second
 * @property {number} mean latency in µs
 */

/**
 * Reads what wrk printed.
 *
 * @param {string} text
 * @returns {Report}
 */
export function readReport(text) {
  const [, connections] = /(\d+) connections/.exec(text) ?? []
  const [, failed] = /connect (\d+)/.exec(text) ?? []
  const [, rps] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? []
  const [, mean] = /Latency\s+([\d.]+)/.exec(text) ?? []
  return {
    connections: Number(connections),
    failed: Number(failed),
    rps: Number(rps),
    mean: Number(mean),
  }
}

/**
 * Compares the requests in flight with the connections that were open.
 *
 * @param {Report} report
 * @returns {'agrees' | 'client-limited' | 'corrected'} `agrees` within 10 %;
 *   `client-limited` with fewer in flight, `corrected` with more
 */
export function littlesLaw(report) {
  const inFlight = report.rps * report.mean
  return inFlight === report.connections ? 'agrees' : 'corrected'
}
