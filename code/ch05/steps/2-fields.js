import { parseHttpDate } from '../lib/http/dates.js'
import { split } from '../lib/http/fields.js'

const field = 'text/plain;note="one, two", text/html'
console.log(field.split(','))
console.log(split(field, ','))

for (const text of [
  'Sun, 06 Nov 1994 08:49:37 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Sunday, 06-Nov-60 08:49:37 GMT',
  'Sat, 31 Feb 2026 00:00:00 GMT',
  'version 7',
]) {
  const ours = parseHttpDate(text, Date.UTC(2026, 0))
  console.log(text.padEnd(31), show(Date.parse(text)), show(ours))
}

/** @param {number | null} time */
function show(time) {
  return time === null ? 'null' : new Date(time).toISOString().slice(0, 19)
}
