import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** @type {http.OutgoingHttpHeaders} */
const headers = { 'content-type': 'application/json' }

const server = http.createServer(async (req, res) => {
  const name = (req.url ?? '').slice('/bench/'.length)
  const body = JSON.stringify({ name })
  headers['content-length'] = Buffer.byteLength(body)
  await lookUp(name)
  res.writeHead(200, headers)
  res.end(body)
})

/** @param {string} name stands for a query that is slow for some names */
async function lookUp(name) {
  await sleep(name === 'ana' ? 0 : 200)
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)

const slow = get('maria-clara')
await once(server, 'request')
const fast = get('ana')
console.log('ana:        ', await fast)
console.log('maria-clara:', await slow)
server.close()

/** @param {string} name */
async function get(name) {
  const url = `http://127.0.0.1:${port}/bench/${name}`
  try {
    const response = await fetch(url)
    return await response.text()
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error)
    return `${message}: ${cause}`
  }
}
