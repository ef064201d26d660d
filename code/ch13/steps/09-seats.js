import net from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

let seats = 2

/**
 * @param {{ method?: string }} req
 * @param {{ end: (body: string) => void }} res
 */
export async function handler(req, res) {
  console.log(`${req.method} begins`)
  if (req.method === 'POST') {
    await pause(50)
    seats--
  }
  console.log(`${req.method} answers`)
  res.end(`${seats} left`)
}

/** @param {net.Server} server */
export async function askTwice(server) {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  client.write(
    'POST /seats HTTP/1.1\r\nHost: localhost\r\n\r\n' +
      'GET /seats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  console.log((await text(client)).match(/\d left/g))
  server.close()
}
