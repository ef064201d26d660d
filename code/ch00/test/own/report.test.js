import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  audit,
  inFlight,
  parseReport,
  ReportError,
} from '../../bench/report.js'

// As far as it was published: the last column of Req/Sec was not.
const published = `Running 30s test @ http://localhost:3000/bench/testing?id=10
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   631.35us  211.19us  11.70ms   95.24%
    Req/Sec   210.04k    11.71k  225.95k
  Latency Distribution
     50%  592.00us
     75%  625.00us
     90%  676.00us
     99%    1.49ms
  6271071 requests in 30.01s, 1.21GB read
  Socket errors: connect 6, read 90, write 0, timeout 0
Requests/sec: 208938.22
Transfer/sec:     41.45MB
`

const healthy = `Running 10s test @ http://localhost:8080/bench/testing?id=10
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     3.00ms  200.00us   6.00ms   70.00%
    Req/Sec    85.33k     1.00k   86.08k    70.00%
  Latency Distribution
     50%    2.95ms
     75%    3.00ms
     90%    3.10ms
     99%    3.65ms
  853300 requests in 10.00s, 169.27MB read
Requests/sec:  85330.00
Transfer/sec:     16.93MB
`

/** @param {string} text */
const ids = (text) => audit(parseReport(text)).map(({ id }) => id)

test('every figure of a report is read, in µs, seconds and bytes', () => {
  assert.deepEqual(parseReport(published), {
    url: 'http://localhost:3000/bench/testing?id=10',
    threads: 1,
    connections: 256,
    duration: 30.01,
    latency: {
      mean: 631.35,
      stdev: 211.19,
      max: 11700,
      within: 95.24 / 100,
      p50: 592,
      p75: 625,
      p90: 676,
      p99: 1490,
    },
    threadRps: { mean: 210040, stdev: 11710, max: 225950 },
    requests: 6271071,
    rps: 208938.22,
    transferPerSecond: 41.45 * 1024 ** 2,
    errors: { connect: 6, read: 90, write: 0, timeout: 0, status: 0 },
  })
})

test('a report without --latency has no percentiles', () => {
  const text = healthy.replace(/ {2}Latency Distribution\n( +\d+%.*\n)+/, '')
  assert.notEqual(text, healthy)
  assert.equal(parseReport(text).latency.p99, null)
  assert.equal(parseReport(text).latency.mean, 3000)
  assert.ok(ids(text).includes('no-percentiles'))
})

test('seconds, minutes, kilobytes and plain numbers are units too', () => {
  const report = parseReport(`Running 2m test @ http://localhost:8080/
  2 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.02s   250.00ms   1.99s    66.00%
    Req/Sec     5.10      2.00    12.00     75.00%
  1176 requests in 2.00m, 900.00KB read
  Socket errors: connect 0, read 0, write 0, timeout 12
  Non-2xx or 3xx responses: 588
Requests/sec:      9.80
Transfer/sec:    512.00B
`)
  assert.equal(report.latency.mean, 1_020_000)
  assert.equal(report.duration, 120)
  assert.equal(report.threadRps.mean, 5.1)
  assert.equal(report.transferPerSecond, 512)
  assert.equal(report.errors.timeout, 12)
  assert.equal(report.errors.status, 588)
})

test('Windows line ends and text around the report do no harm', () => {
  const text = `$ wrk http://…\n${healthy}$ `.replaceAll('\n', '\r\n')
  assert.deepEqual(parseReport(text), parseReport(healthy))
})

test('a text that is no report is refused with what was got and expected', () => {
  assert.throws(
    () => parseReport('Server is listening'),
    (error) => {
      assert.ok(error instanceof ReportError)
      assert.equal(error.code, 'ERR_NOT_A_WRK_REPORT')
      assert.match(error.message, /got "Server is listening"/)
      assert.match(error.message, /expected the whole output of wrk/)
      return true
    },
  )
  assert.throws(() => parseReport(''), /got an empty text/)
})

test('a report that is cut off says which line is missing', () => {
  const text = healthy.split('\n').slice(0, 5).join('\n')
  assert.throws(() => parseReport(text), /requests in/)
})

test('an unknown unit is named', () => {
  const text = healthy.replace('3.00ms', '3.00parsecs')
  assert.throws(() => parseReport(text), /got "3.00parsecs"/)
})

test("the published Axum run had 132 requests in flight: Little's law", () => {
  assert.equal(Math.round(inFlight(parseReport(published))), 132)
})

test('the published Axum run measured its client, and lost sockets', () => {
  const [first, second] = audit(parseReport(published))
  assert.equal(first.id, 'socket-errors')
  assert.equal(first.values.open, 250)
  assert.equal(second.id, 'client-limited')
  assert.equal(second.severity, 'error')
  assert.equal(second.values.share.toFixed(2), '0.53')
})

test('a healthy report has no errors and no warnings', () => {
  const findings = audit(parseReport(healthy))
  assert.deepEqual(
    findings.map(({ severity }) => severity),
    ['info', 'info', 'info', 'info'],
  )
  assert.deepEqual(
    findings.map(({ id }) => id),
    ['littles-law', 'one-client-thread', 'closed-loop', 'single-run'],
  )
})

test('more in flight than there are connections: wrk filled in for a stall', () => {
  const text = healthy.replace('    3.00ms', '    5.00ms')
  const found = audit(parseReport(text)).find(
    ({ id }) => id === 'corrected-latency',
  )
  assert.equal(found?.severity, 'warning')
  assert.equal(Math.round(found?.values.inFlight ?? 0), 427)
})

test('responses that are errors make the result an error', () => {
  const text = healthy.replace(
    'Requests/sec',
    '  Non-2xx or 3xx responses: 85330\nRequests/sec',
  )
  const [first] = audit(parseReport(text))
  assert.equal(first.id, 'failed-responses')
  assert.equal(first.values.share, 0.1)
})

test('a run without a response is an error, not a division by zero', () => {
  const text = `Running 2s test @ http://localhost:8080/
  1 threads and 8 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     0.00us    0.00us   0.00us    -nan%
    Req/Sec     0.00      0.00     0.00      -nan%
  0 requests in 2.00s, 0.00B read
  Socket errors: connect 8, read 0, write 0, timeout 0
Requests/sec:      0.00
Transfer/sec:       0.00B
`
  const findings = audit(parseReport(text))
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error').map(({ id }) => id),
    ['no-requests', 'socket-errors'],
  )
})

for (const [name, from, to, id] of [
  ['a run of seconds', 'in 10.00s', 'in 3.00s', 'short-run'],
  ['a maximum far above p99', '6.00ms', '90.00ms', 'warm-up-inside'],
  [
    'a mean far above the median',
    '50%    2.95ms',
    '50%    1.50ms',
    'skewed-mean',
  ],
  [
    'nearly all within one deviation',
    '6.00ms   70.00%',
    '6.00ms   98.00%',
    'long-tail',
  ],
  ['a rate that moves', '    1.00k', '   20.00k', 'unsteady-throughput'],
]) {
  test(`${name} is found: ${id}`, () => {
    const text = healthy.replace(from, to)
    assert.notEqual(text, healthy)
    assert.ok(!ids(healthy).includes(id))
    assert.ok(ids(text).includes(id), `got ${ids(text)}`)
  })
}

test('more than one client thread raises no eyebrow', () => {
  const text = healthy.replace('1 threads', '2 threads')
  assert.ok(!ids(text).includes('one-client-thread'))
})

test('the tolerance and the shortest duration are options', () => {
  const report = parseReport(healthy.replace('    3.00ms', '    2.50ms'))
  const found = (/** @type {object} */ options) =>
    audit(report, options).map(({ id }) => id)
  assert.ok(found({ tolerance: 0.1 }).includes('client-limited'))
  assert.ok(found({ tolerance: 0.3 }).includes('littles-law'))
  assert.ok(found({ minimumDuration: 30 }).includes('short-run'))
})
