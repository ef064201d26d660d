const MICROSECONDS_PER_SECOND = 1e6
const TOLERANCE = 0.1

/**
 * The requests per second that a closed loop reaches, by Little's law.
 *
 * @param {number} connections each with one request in flight
 * @param {number} meanLatency in µs
 * @returns {number}
 */
export function predictRps(connections, meanLatency) {
  return connections / (meanLatency / MICROSECONDS_PER_SECOND)
}

/**
 * Compares the requests in flight with the connections that were open.
 *
 * @param {{ connections: number, rps: number, latency: { mean: number },
 *   errors: { connect: number } }} report as parseReport returns it: the
 *   latency is in µs
 * @returns {'agrees' | 'client-limited' | 'corrected'} `agrees` within 10 %;
 *   `client-limited` with fewer in flight, `corrected` with more
 */
export function littlesLaw(report) {
  const inFlight = report.rps * (report.latency.mean / MICROSECONDS_PER_SECOND)
  // A connection that was refused carries nothing.
  const open = report.connections - report.errors.connect
  if (inFlight < open * (1 - TOLERANCE)) return 'client-limited'
  if (inFlight > open * (1 + TOLERANCE)) return 'corrected'
  return 'agrees'
}
