import { VelocyError } from '../common/errors.js'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const DAY_LONG = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const MONTH = `(?<month>${MONTHS.join('|')})`
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`

/** RFC 9110 §5.6.7: the one to send, and two obsolete ones. */
const FORMATS = [
  `^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`,
  `^${DAY_LONG}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`,
  `^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`,
].map((format) => new RegExp(format))

/**
 * @param {string} text
 * @param {number} [now] ms, for the century of a year with two digits
 * @returns {number | null} ms since 1970, whole seconds; null when the text is
 *   in another format, or the day or the time doesn't exist
 */
export function parseHttpDate(text, now = Date.now()) {
  for (const format of FORMATS) {
    const groups = format.exec(text)?.groups
    if (groups) return timeOf(groups, now)
  }
  return null
}

/**
 * @param {Record<string, string>} groups
 * @param {number} now
 * @returns {number | null}
 */
function timeOf({ year, month, day, hour, minute, second }, now) {
  /** @param {number} fullYear */
  const timeIn = (fullYear) => {
    const date = new Date(0)
    date.setUTCFullYear(fullYear, MONTHS.indexOf(month), Number(day))
    // February 31 has become March 3: there is no such day.
    if (date.getUTCDate() !== Number(day)) return null
    return date.setUTCHours(Number(hour), Number(minute), Number(second))
  }
  // 60 is a leap second.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) {
    return null
  }
  if (year.length === 4) return timeIn(Number(year))
  // The latest year with these digits that's at most 50 years ahead.
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() + 50)
  const century = limit.getUTCFullYear() - (limit.getUTCFullYear() % 100)
  const latest = timeIn(century + Number(year))
  if (latest !== null && latest <= limit.getTime()) return latest
  return timeIn(century - 100 + Number(year))
}

/**
 * @param {number} time ms since 1970, up to the year 9999
 * @returns {string} such as `Sun, 06 Nov 1994 08:49:37 GMT`
 * @throws {VelocyError} ERR_VELOCY_BAD_TIME outside of the years 0 to 9999
 */
export function formatHttpDate(time) {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_TIME',
      `got the time ${time}, expected a year from 0 to 9999`,
    )
  }
  // ECMAScript defines this text, and it is the format that HTTP uses.
  return date.toUTCString()
}
