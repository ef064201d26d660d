const LOAD = /^.*\bthreads and \d+ connections.*$/m
const LATENCY = /^\s*Latency\s+\d.*$/m
const RATE = /^Requests\/sec:.*$/m

/**
 * Which lines of the report each finding is about; a finding that is about
 * what is missing has none.
 *
 * @type {Record<string, RegExp[]>}
 */
const LINES = {
  'client-limited': [LOAD, LATENCY, RATE],
  'closed-loop': [LOAD],
  'corrected-latency': [LOAD, LATENCY, RATE],
  'failed-responses': [/^\s*Non-2xx or 3xx responses:.*$/m],
  'littles-law': [LOAD, LATENCY, RATE],
  'long-tail': [LATENCY],
  'no-requests': [/^.*\b0 requests in .*$/m],
  'one-client-thread': [LOAD],
  'short-run': [/^.*\brequests in .*$/m],
  'skewed-mean': [LATENCY, /^\s*50%\s.*$/m],
  'socket-errors': [/^\s*Socket errors:.*$/m],
  'unsteady-throughput': [/^\s*Req\/Sec\s.*$/m],
  'warm-up-inside': [LATENCY, /^\s*99%\s.*$/m],
}

/**
 * @param {string} id of a finding
 * @param {string} report what wrk printed
 * @returns {string[]} the lines of the report that say so, trimmed
 */
export function evidence(id, report) {
  return (LINES[id] ?? []).flatMap((pattern) => {
    const line = pattern.exec(report)?.[0]
    return line === undefined ? [] : [line.trim()]
  })
}
