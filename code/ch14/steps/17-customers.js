import { once } from 'node:events'
import net from 'node:net'

/** Enough that each of two listeners has some of them. */
const CUSTOMERS = 40

/** @param {net.Socket} socket */
export const serve = (socket) => socket.on('error', () => {}).end('welcome')

/**
 * Connects them all at once.
 *
 * @param {number} port
 * @returns {Promise<string>[]} what each has got: an answer, or an error
 */
export const customers = (port) =>
  Array.from({ length: CUSTOMERS }, async () => {
    const customer = net.connect(port, '127.0.0.1')
    try {
      const [text] = await once(customer, 'data')
      return String(text)
    } catch (/** @type {any} */ { code }) {
      return code
    }
  })

/** @param {Promise<string>[]} fates */
export async function report(fates) {
  const all = await Promise.all(fates)
  console.log('customers:', all.length)
  console.log('fates:', [...new Set(all)].sort().join(', '))
}
