/**
 * The requests per second that a closed loop reaches, by Little's law.
 *
 * @param {number} connections each with one request in flight
 * @param {number} meanLatency in µs
 * @returns {number}
 */
export function predictRps(connections, meanLatency) {
  return connections / meanLatency
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
  const inFlight = report.rps * report.latency.mean
  return inFlight === report.connections ? 'agrees' : 'corrected'
}
