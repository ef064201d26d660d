import { headFor } from './13-parts.js'

const ABOUT_ENDS = /^(connection|content-length|transfer-encoding):/i

const res = headFor()
res.setHeader('X-Theatre', 'Szeged')
res.writeHead(404, { 'Content-Type': 'text/plain', 'x-theatre': 'closed' })
console.log(res._header)

/**
 * @param {string} what
 * @param {any} res
 * @param {number | null} length which `end` knows, and `write` doesn't
 * @param {any} [fields]
 */
function show(what, res, length, fields) {
  res._contentLength = length
  res.writeHead(res.statusCode, fields)
  const lines = /** @type {string[]} */ (res._header.split('\r\n'))
  console.log(
    what,
    lines.filter((line) => ABOUT_ENDS.test(line)),
  )
}

show('end', headFor(), 5)
show('write', headFor(), null)
show('length', headFor(), null, { 'content-length': 5 })
show('goodbye', headFor(), 5, { connection: 'close' })
show('both', headFor(), null, {
  'content-length': 5,
  'transfer-encoding': 'chunked',
})
show('HEAD', headFor('HEAD'), 5)
show('1.0', headFor('GET', 0), null)
const empty = headFor()
empty.statusCode = 204
show('204', empty, 0)
