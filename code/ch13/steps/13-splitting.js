import http from 'node:http'
import net from 'node:net'
import { headFor } from './13-parts.js'

const req = new http.IncomingMessage(new net.Socket())
const theirs = new http.ServerResponse(req)
const ours = headFor()

/** @param {any} res @param {string} name @param {any} value */
function set(res, name, value) {
  try {
    res.setHeader(name, value)
    return 'set'
  } catch (/** @type {any} */ error) {
    return error.code
  }
}

/** @param {string} name @param {any} value */
function compare(name, value) {
  const [a, b] = [set(ours, name, value), set(theirs, name, value)]
  console.log([name, value], a === b ? a : [a, b])
}

compare('Location', '/plays\r\nSet-Cookie: session=7')
compare('X-Author', 'José')
compare('X-Author', 'José, 雪')
compare('X Author', 'José')
compare('X-Author', undefined)
compare('Set-Cookie', ['a=1', 'b=2\nc=3'])
compare('Age', 60)
console.log(ours.getHeaders(), ours.getRawHeaderNames())
