// Reads the report that wrk prints, and doubts it. Nothing here does any I/O:
// the benchmark harness, the tests and the widget on the page share this file.

/**
 * @typedef {object} Distribution all in µs; null where wrk printed none
 * @property {number} mean
 * @property {number} stdev
 * @property {number} max
 * @property {number | null} within share of samples within one standard
 *   deviation of the mean, 0–1
 * @property {number | null} p50 percentiles need wrk's `--latency`
 * @property {number | null} p75
 * @property {number | null} p90
 * @property {number | null} p99
 *
 * @typedef {object} Report
 * @property {string} url
 * @property {number} threads of the client
 * @property {number} connections asked for
 * @property {number} duration measured, in seconds
 * @property {Distribution} latency
 * @property {{ mean: number, stdev: number, max: number }} threadRps
 *   requests per second of each client thread, sampled as the test ran
 * @property {number} requests completed
 * @property {number} rps requests per second
 * @property {number} transferPerSecond bytes
 * @property {{ connect: number, read: number, write: number,
 *   timeout: number, status: number }} errors sockets, and responses whose
 *   status is 400 or more
 */

/** @type {Record<string, number>} */
const MICROSECONDS = { us: 1, ms: 1e3, s: 1e6, m: 60e6, h: 3600e6 }
/** @type {Record<string, number>} */
const DECIMAL = { '': 1, k: 1e3, M: 1e6, G: 1e9 }
/** @type {Record<string, number>} */
const BINARY = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 }

/**
 * Reads a number with a unit, such as `1.49ms` or `29.57MB`.
 *
 * @param {string} text
 * @param {Record<string, number>} units the factor of each unit
 */
function quantity(text, units) {
  const [, digits, unit] = /^([\d.]+)([a-zA-Z]*)$/.exec(text) ?? []
  const factor = units[unit]
  if (factor === undefined) {
    throw new ReportError(
      `got "${text}", expected a number and one of the units ` +
        Object.keys(units).join(' '),
    )
  }
  return Number(digits) * factor
}

/** The text is not a report that wrk printed. */
export class ReportError extends Error {
  name = 'ReportError'
  code = 'ERR_NOT_A_WRK_REPORT'
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} example what such a line looks like
 */
function required(text, pattern, example) {
  const match = pattern.exec(text)
  if (match) return match
  const start = text.trim().slice(0, 60)
  throw new ReportError(
    `got ${start ? JSON.stringify(start) : 'an empty text'}, expected the ` +
      `whole output of wrk, with a line like "${example}"`,
  )
}

/**
 * @param {string} text what wrk printed, with or without `--latency`
 * @returns {Report}
 * @throws {ReportError} saying what was got and what was expected
 */
export function parseReport(text) {
  const [, url] = required(
    text,
    /Running \S+ test @ (\S+)/,
    'Running 10s test @ http://localhost:8080',
  )
  const [, threads, connections] = required(
    text,
    /(\d+) threads and (\d+) connections/,
    '1 threads and 256 connections',
  )
  const [, requests, elapsed] = required(
    text,
    /(\d+) requests in ([\d.]+[a-z]+),/,
    '600000 requests in 10.00s, 119.02MB read',
  )
  const [, rps] = required(
    text,
    /Requests\/sec:\s+([\d.]+)/,
    'Requests/sec:  60000.00',
  )
  const [, transfer] = required(
    text,
    /Transfer\/sec:\s+([\d.]+[KMGT]?)B/,
    'Transfer/sec:     11.90MB',
  )
  return {
    url,
    threads: Number(threads),
    connections: Number(connections),
    duration: quantity(elapsed, MICROSECONDS) / 1e6,
    latency: parseLatency(text),
    threadRps: parseThreadRps(text),
    requests: Number(requests),
    rps: Number(rps),
    transferPerSecond: quantity(transfer, BINARY),
    errors: parseErrors(text),
  }
}

/**
 * @param {string} text
 * @returns {Distribution}
 */
function parseLatency(text) {
  const [, mean, stdev, max, within] = required(
    text,
    /Latency\s+(\d\S*)\s+(\d\S*)\s+(\d\S*)\s+(\S+)%/,
    'Latency     4.20ms  500.00us  12.00ms   95.00%',
  )
  /** @param {number} percent */
  const percentile = (percent) => {
    const match = new RegExp(`^\\s*${percent}%\\s+(\\S+)`, 'm').exec(text)
    return match ? quantity(match[1], MICROSECONDS) : null
  }
  return {
    mean: quantity(mean, MICROSECONDS),
    stdev: quantity(stdev, MICROSECONDS),
    max: quantity(max, MICROSECONDS),
    // A run without a single response has "-nan%" here.
    within: Number.isNaN(Number(within)) ? null : Number(within) / 100,
    p50: percentile(50),
    p75: percentile(75),
    p90: percentile(90),
    p99: percentile(99),
  }
}

/** @param {string} text */
function parseThreadRps(text) {
  const [, mean, stdev, max] = required(
    text,
    /Req\/Sec\s+(\S+)\s+(\S+)\s+(\S+)/,
    'Req/Sec    60.00k     1.10k   61.20k    70.00%',
  )
  return {
    mean: quantity(mean, DECIMAL),
    stdev: quantity(stdev, DECIMAL),
    max: quantity(max, DECIMAL),
  }
}

/** @param {string} text */
function parseErrors(text) {
  // wrk prints these two lines only when there is something to say.
  const [, connect = 0, read = 0, write = 0, timeout = 0] =
    /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text) ?? []
  const [, status = 0] = /Non-2xx or 3xx responses: (\d+)/.exec(text) ?? []
  return {
    connect: Number(connect),
    read: Number(read),
    write: Number(write),
    timeout: Number(timeout),
    status: Number(status),
  }
}

/**
 * Little's law: how many requests were in flight on average. In a closed loop
 * it is the number of open connections, because each has always one request.
 *
 * @param {{ rps: number, latency: { mean: number } }} report latency in µs
 */
export function inFlight(report) {
  return report.rps * (report.latency.mean / 1e6)
}

/**
 * @param {Report} report
 * @returns {number} connections that were really there
 */
export function openConnections(report) {
  return Math.max(1, report.connections - report.errors.connect)
}

/**
 * @typedef {object} Finding
 * @property {string} id what was found; the words are the reader's to choose
 * @property {'error' | 'warning' | 'info'} severity error: the figures are not
 *   of this server; warning: they are not what they seem; info: how to read
 *   them
 * @property {Record<string, number>} values times in µs, shares from 0 to 1
 *
 * @typedef {object} AuditOptions
 * @property {number} [tolerance] how far Little's law may be off, as a share
 * @property {number} [minimumDuration] seconds
 */

const SEVERITIES = ['error', 'warning', 'info']

/**
 * Says what is doubtful about a report, the worst first.
 *
 * @param {Report} report
 * @param {AuditOptions} [options]
 * @returns {Finding[]}
 */
export function audit(report, options = {}) {
  const { tolerance = 0.1, minimumDuration = 10 } = options
  const findings = [
    ...auditErrors(report),
    ...auditLoad(report, tolerance),
    ...auditTime(report, minimumDuration),
    ...auditLatency(report),
    finding('closed-loop', 'info', { connections: report.connections }),
    finding('single-run', 'info', {}),
  ]
  return findings.sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  )
}

/**
 * @param {string} id
 * @param {Finding['severity']} severity
 * @param {Record<string, number>} values
 * @returns {Finding}
 */
function finding(id, severity, values) {
  return { id, severity, values }
}

/**
 * `no-requests`: nothing was answered. `socket-errors`: connections failed, so
 * the load was not the one asked for. `failed-responses`: the server answered
 * an error page, which may be cheaper than the answer.
 *
 * @param {Report} report
 * @returns {Finding[]}
 */
function auditErrors(report) {
  const { requests, errors } = report
  const { connect, read, write, timeout, status } = errors
  const findings = []
  if (requests === 0) findings.push(finding('no-requests', 'error', {}))
  if (connect + read + write + timeout > 0) {
    const open = openConnections(report)
    const values = { connect, read, write, timeout, open }
    findings.push(finding('socket-errors', 'error', values))
  }
  if (status > 0) {
    const values = { count: status, share: status / requests }
    findings.push(finding('failed-responses', 'error', values))
  }
  return findings
}

/**
 * `client-limited`: fewer requests were in flight than there were connections,
 * so connections waited for the client. `corrected-latency`: more than that,
 * which cannot be; wrk added samples in place of those that a stall kept from
 * being taken. `littles-law`: the figures agree. `one-client-thread`: one
 * thread of the client, which a fast server can outrun.
 *
 * @param {Report} report
 * @param {number} tolerance
 * @returns {Finding[]}
 */
function auditLoad(report, tolerance) {
  if (report.requests === 0) return []
  const open = openConnections(report)
  const values = { inFlight: inFlight(report), open }
  const share = values.inFlight / open
  const findings = []
  if (share < 1 - tolerance) {
    findings.push(finding('client-limited', 'error', { ...values, share }))
  } else if (share > 1 + tolerance) {
    findings.push(finding('corrected-latency', 'warning', { ...values, share }))
  } else {
    findings.push(finding('littles-law', 'info', { ...values, share }))
  }
  if (report.threads === 1) {
    findings.push(finding('one-client-thread', 'info', { rps: report.rps }))
  }
  return findings
}

/**
 * `short-run`: too short for the compiler and the caches to settle.
 * `warm-up-inside`: the slowest request is far outside the distribution, as
 * the first ones of a cold process are. `unsteady-throughput`: the rate moved
 * while it was measured.
 *
 * @param {Report} report
 * @param {number} minimumDuration seconds
 * @returns {Finding[]}
 */
function auditTime({ duration, latency, threadRps }, minimumDuration) {
  const findings = []
  if (duration < minimumDuration) {
    const values = { duration, minimumDuration }
    findings.push(finding('short-run', 'warning', values))
  }
  const { max, p99 } = latency
  if (p99 !== null && max > 5 * p99) {
    const values = { max, p99, ratio: max / p99 }
    findings.push(finding('warm-up-inside', 'warning', values))
  }
  const { mean, stdev } = threadRps
  if (stdev > 0.1 * mean) {
    const values = { mean, stdev, share: stdev / mean }
    findings.push(finding('unsteady-throughput', 'warning', values))
  }
  return findings
}

/**
 * `no-percentiles`: a mean alone hides the tail. `skewed-mean`: the mean is
 * far from the median, so it describes no request. `long-tail`: nearly all
 * samples lie within one standard deviation (68 % do in a normal
 * distribution), because a few far ones made it large.
 *
 * @param {Report} report
 * @returns {Finding[]}
 */
function auditLatency({ requests, latency }) {
  if (requests === 0) return []
  const { mean, stdev, within, p50 } = latency
  const findings = []
  if (p50 === null) {
    findings.push(finding('no-percentiles', 'warning', {}))
  } else if (mean > 1.5 * p50) {
    const values = { mean, p50, ratio: mean / p50 }
    findings.push(finding('skewed-mean', 'warning', values))
  }
  if (within !== null && within > 0.85) {
    findings.push(finding('long-tail', 'info', { within, mean, stdev }))
  }
  return findings
}
