import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const NO_TIME = { code: 'ERR_VELOCY_BAD_TIME' }
const { formatHttpDate, parseHttpDate } = await library('lib/http/dates.js')

const TIME = Date.UTC(1994, 10, 6, 8, 49, 37)
const NOW = Date.UTC(2026, 10, 21)

test('the three forms of RFC 9110 §5.6.7 are one time', () => {
  assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), TIME)
  assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW), TIME)
  assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), TIME)
  assert.equal(formatHttpDate(TIME), 'Sun, 06 Nov 1994 08:49:37 GMT')
})

test('two digits are the latest year not over 50 years ahead', () => {
  /** @param {string} date @param {number} [now] */
  const yearOf = (date, now = NOW) =>
    new Date(
      parseHttpDate(`Monday, ${date} 00:00:00 GMT`, now),
    ).getUTCFullYear()
  assert.equal(yearOf('01-Jan-26'), 2026)
  assert.equal(yearOf('21-Nov-76'), 2076)
  assert.equal(yearOf('22-Nov-76'), 1976)
  assert.equal(yearOf('01-Jan-00'), 2000)
  assert.equal(yearOf('01-Jan-05', Date.UTC(1999, 0)), 2005)
  assert.equal(yearOf('01-Jan-05', Date.UTC(2070, 0)), 2105)
})

test('a text in any other format is not a date', () => {
  for (const text of [
    '',
    '0',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sunday, 29-Feb-27 08:49:37 GMT',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  ]) {
    assert.equal(parseHttpDate(text, NOW), null, text)
  }
})

test('a leap second is the beginning of the next minute', () => {
  assert.equal(
    parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT'),
    Date.UTC(2017, 0, 1),
  )
})

test('what is formatted is parsed to the same second', () => {
  // 7919 seconds and some: over the years they meet every hour and weekday.
  for (let time = 0; time < Date.UTC(2100, 0); time += 7919e6 + 1000) {
    assert.equal(parseHttpDate(formatHttpDate(time + 999)), time)
  }
  assert.throws(() => formatHttpDate(Number.NaN), NO_TIME)
  assert.throws(() => formatHttpDate(Date.UTC(10000, 0)), NO_TIME)
})
