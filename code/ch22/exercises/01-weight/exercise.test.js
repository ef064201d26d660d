import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { bytesPerAnswer, mayBeTheSame } = await import(
  new URL(file, import.meta.url).href
)

/** @param {number} requests @param {string} read with its unit */
const report = (requests, read) => `Running 10s test @ http://localhost:8080/
  1 threads and 256 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     3.01ms    1.02ms  40.41ms   93.97%
    Req/Sec    84.22k     2.04k   92.44k    88.97%
  ${requests} requests in 10.01s, ${read} read
Requests/sec:  84448.90
Transfer/sec:     16.19MB
`

/** @type {Record<string, number>} */
const UNITS = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** @param {number} requests @param {number} size of one answer */
function reportOf(requests, size, unit = 'MB') {
  const read = ((requests * size) / UNITS[unit]).toFixed(2)
  return report(requests, `${read}${unit}`)
}

/** @param {string} text @param {number} bytes */
function weighs(text, bytes) {
  const { least, most } = bytesPerAnswer(text)
  const got = `${bytes} is not between ${least} and ${most}`
  assert.ok(least <= bytes && bytes <= most, got)
  return most - least
}

test('the answers of our cold server had 208 bytes', () => {
  const width = weighs(report(184_929, '36.68MB'), 208)
  assert.ok(width < 0.1, `${width} bytes are too many to choose from`)
})

test('the amount may have any unit of wrk', () => {
  weighs(reportOf(2, 250, 'B'), 250)
  weighs(reportOf(200, 250, 'KB'), 250)
  weighs(reportOf(20_000, 250, 'MB'), 250)
  weighs(reportOf(20_000_000, 250, 'GB'), 250)
  weighs(reportOf(9_000_000, 163_000, 'GB'), 163_000)
})

test('the last digit is rounded', () => {
  const { least, most } = bytesPerAnswer(report(1024 ** 2, '200.00MB'))
  assert.ok(Math.abs(least - 199.995) < 1e-9, `${least}`)
  assert.ok(Math.abs(most - 200.005) < 1e-9, `${most}`)
})

test('a server that answers more often may send the same', () => {
  assert.equal(mayBeTheSame(reportOf(1e6, 208), reportOf(3e6, 208)), true)
  assert.equal(mayBeTheSame(reportOf(1e6, 208), reportOf(9e6, 208, 'GB')), true)
})

test('a brace that is cut off is noticed', () => {
  const whole = reportOf(1_000_000, 208)
  const cut = reportOf(1_400_000, 207)
  assert.equal(mayBeTheSame(whole, cut), false)
  assert.equal(mayBeTheSame(cut, whole), false)
})

test('an empty answer is noticed beside any other', () => {
  assert.equal(mayBeTheSame(reportOf(8e5, 2300), reportOf(9e5, 140)), false)
})

test('where rounding hides a byte, they may be the same', () => {
  const hundred = report(100, '0.02MB')
  assert.equal(mayBeTheSame(hundred, reportOf(1_000_000, 209)), true)
  assert.equal(mayBeTheSame(reportOf(1_000_000, 210), hundred), true)
})

test('a head may be longer by the slack, and not by more', () => {
  const plain = reportOf(1_000_000, 208)
  const powered = reportOf(500_000, 231)
  assert.equal(mayBeTheSame(plain, powered), false)
  assert.equal(mayBeTheSame(plain, powered, 23), true)
  assert.equal(mayBeTheSame(powered, plain, 23), true)
  assert.equal(mayBeTheSame(powered, plain, 22), false)
})
