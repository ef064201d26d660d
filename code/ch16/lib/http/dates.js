import { VelocyError } from '../common/errors.js'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const DAY_LONG = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const MONTH = `(?<month>${MONTHS.join('|')})`
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`

/** The three forms of RFC 9110 §5.6.7, the first of which is sent today. */
const FORMS = [
  `^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`,
  `^${DAY_LONG}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`,
  `^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`,
].map((form) => new RegExp(form))

/**
 * @param {string} text
 * @param {number} [now] ms, for the century of a year with two digits
 * @returns {number | null} ms since 1970, whole seconds; null when it is none
 *   of the three forms, or a day or a time that does not exist
 */
export function parseHttpDate(text, now = Date.now()) {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups
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
    // 31 February has become 3 March: there is no such day.
    if (date.getUTCDate() !== Number(day)) return null
    return date.setUTCHours(Number(hour), Number(minute), Number(second))
  }
  // A minute with a leap second has a second 60.
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
 * @throws {VelocyError} ERR_VELOCY_BAD_TIME when there is no such time
 */
export function formatHttpDate(time) {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_TIME',
      `got the time ${time}, expected one in 0000 to 9999`,
    )
  }
  // ECMAScript defines this text, and it is the form that HTTP wants.
  return date.toUTCString()
}
