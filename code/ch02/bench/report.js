import { once } from 'node:events'
import http from 'node:http'

/** How often a client asks for the report, in ms. */
const EVERY = 500
/** How much work it is, in ms. */
export const WORK = 50

/** @param {number} ms */
export function block(ms) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/**
 * A server of one small answer, on whose thread a report is made twice a
 * second.
 *
 * @param {() => unknown} makeReport
 * @param {{ port: number, host: string }} options
 */
export async function startWith(makeReport, { port, host }) {
  const server = http.createServer((_req, res) => {
    res.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': 5,
    })
    res.end('hello')
  })
  server.listen(port, host)
  await once(server, 'listening')
  setInterval(makeReport, EVERY)
}
