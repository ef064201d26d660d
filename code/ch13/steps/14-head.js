import { headFor } from './14-parts.js'

const res = headFor()
res.setHeader('X-Theatre', 'Szeged')
res.writeHead(404, { 'Content-Type': 'text/plain', 'x-theatre': 'closed' })
console.log(res._header)

const bad = headFor()
try {
  bad.writeHead(200, 'OK\r\nSet-Cookie: session=7')
} catch (/** @type {any} */ error) {
  console.log(error.code, bad.headersSent)
}
