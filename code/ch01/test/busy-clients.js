import net from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseResponses } from './support.js'

// Clients in a process of their own, as they are for a server that is closed:
// their next request can be on its way while the server looks elsewhere.

const GET = 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n'

/** How many answers each has had before the server may close. */
const WARM = 5

/**
 * Asks again and again on one connection until an answer says that it is the
 * last.
 *
 * @param {number} port
 * @param {() => void} onWarm
 * @returns {Promise<'told' | 'lost'>} lost: the connection ended, and a
 *   request had no answer
 */
function ask(port, onWarm) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    /** @type {Buffer} */
    let received = Buffer.alloc(0)
    let answers = 0
    socket.on('connect', () => socket.write(GET))
    socket.on('error', () => resolve('lost'))
    socket.on('close', () => resolve('lost'))
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      received = Buffer.concat([received, chunk])
      const [answer] = parseResponses(received)
      if (answer === undefined) return
      received = Buffer.alloc(0)
      if (answer.headers.connection === 'close') return resolve('told')
      if (++answers === WARM) onWarm()
      socket.write(GET)
    })
  })
}

const turns = monitorEventLoopDelay({ resolution: 10 })
turns.enable()

/** @param {unknown} message */
const tell = (message) => process.send?.(message)

process.on('message', async (/** @type {any} */ { port, clients }) => {
  turns.reset()
  let cold = clients
  const onWarm = () => --cold === 0 && tell('busy')
  const ends = await Promise.all(
    Array.from({ length: clients }, () => ask(port, onWarm)),
  )
  const told = ends.filter((end) => end === 'told').length
  tell({ told, late: turns.max / 1e6 })
})
