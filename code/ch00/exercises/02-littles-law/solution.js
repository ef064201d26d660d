const MICROSECONDS_PER_SECOND = 1e6
const TOLERANCE = 0.1

/** @type {Record<string, number>} */
const MICROSECONDS = { us: 1, ms: 1e3, s: 1e6 }

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
  // wrk prints the line with the errors only if there were any.
  const [, failed = 0] = /connect (\d+)/.exec(text) ?? []
  const [, rps] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? []
  const [, mean, unit] = /Latency\s+([\d.]+)([a-z]+)/.exec(text) ?? []
  return {
    connections: Number(connections),
    failed: Number(failed),
    rps: Number(rps),
    mean: Number(mean) * MICROSECONDS[unit],
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
  const inFlight = report.rps * (report.mean / MICROSECONDS_PER_SECOND)
  // A connection that was refused carries nothing.
  const open = report.connections - report.failed
  if (inFlight < open * (1 - TOLERANCE)) return 'client-limited'
  if (inFlight > open * (1 + TOLERANCE)) return 'corrected'
  return 'agrees'
}
