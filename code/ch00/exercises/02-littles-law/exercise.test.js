import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { readReport, littlesLaw } = await import(
  new URL(file, import.meta.url).href
)

/**
 * What wrk prints, with some of its figures.
 *
 * @param {string} mean with its unit
 * @param {string} rps
 * @param {string} [errors] a line of its own
 */
function printed(mean, rps, errors = '') {
  return `Running 30s test @ http://localhost:8080/bench/testing?id=10
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   ${mean.padStart(8)}  211.19us  11.70ms   95.24%
    Req/Sec    63.22k    20.04k   92.44k    68.97%
  Latency Distribution
     50%    3.19ms
     99%   92.12ms
  1843467 requests in 30.01s, 366.80MB read
${errors}Requests/sec: ${rps}
Transfer/sec:     12.19MB
`
}

/**
 * @param {number} rps
 * @param {number} mean µs
 * @param {number} [failed] of 256 connections
 */
function report(rps, mean, failed = 0) {
  return { connections: 256, failed, rps, mean }
}

test('a mean in ms is read in µs', () => {
  const expected = report(61_448.9, 6540)
  assert.deepEqual(readReport(printed('6.54ms', '61448.90')), expected)
})

test('a mean in µs is read as it is, and one in s in µs', () => {
  assert.equal(readReport(printed('631.35us', '208938.22')).mean, 631.35)
  assert.equal(readReport(printed('1.50s', '170.67')).mean, 1_500_000)
})

test('a report without a line of errors has no failed connections', () => {
  assert.equal(readReport(printed('3.19ms', '80000.00')).failed, 0)
})

test('failed connections are read, and failed reads are not', () => {
  const errors = '  Socket errors: connect 6, read 90, write 0, timeout 0\n'
  const { failed } = readReport(printed('631.35us', '208938.22', errors))
  assert.equal(failed, 6)
})

test('as many in flight as connections: the figures agree', () => {
  assert.equal(littlesLaw(report(80_000, 3200)), 'agrees')
})

test('a little more or less than the connections still agrees', () => {
  assert.equal(littlesLaw(report(80_000, 3000)), 'agrees')
  assert.equal(littlesLaw(report(80_000, 3400)), 'agrees')
})

test('half as many in flight: the client was the limit', () => {
  assert.equal(littlesLaw(report(200_000, 640)), 'client-limited')
})

test('more in flight than connections: the latency was corrected', () => {
  assert.equal(littlesLaw(report(80_000, 4000)), 'corrected')
})

test('a connection that was refused is not waited for', () => {
  assert.equal(littlesLaw(report(40_000, 4000, 96)), 'agrees')
})
