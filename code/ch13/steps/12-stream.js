import net from 'node:net'
import { NetRequest } from '../lib/app/net-request.js'

const resumeBody = () => console.log('  more, please')
const connection = { socket: new net.Socket(), resumeBody, abort() {} }
const start = { method: 'POST', target: '/', minor: 1 }
const head = { ...start, text: 'Content-Length: 5\r\n', hasBody: true }

/**
 * Plays the connection: its request comes, and a little later its body.
 *
 * @param {(req: any) => unknown} read
 */
async function post(read) {
  const req = new NetRequest(
    /** @type {any} */ (connection),
    /** @type {any} */ (head),
  )
  const reading = read(req)
  for (const piece of ['he', 'llo']) {
    await null
    console.log(`  ${piece}:`, req.push(Buffer.from(piece)))
  }
  req.receiveEnd('')
  console.log('  got', await reading)
  // What the constructor of a stream leaves behind.
  console.log(Object.hasOwn(req, '_events') ? 'a stream' : 'no stream')
}

console.log('text')
await post((req) => req.text())

console.log('loop')
await post(async (req) => {
  let text = ''
  for await (const chunk of req) text += chunk
  return text
})

console.log('nobody')
await post(() => undefined)
