/**
 * Bare `node:http` that does nothing else for 100 ms of every second: what a
 * long garbage collection or a synchronous computation looks like from the
 * outside. It is here to be measured wrongly and then rightly.
 */
import { start as startServer } from '../../ch00/server.js'

const pause = 100 // ms
const period = 1000 // ms

/** @param {{ port?: number, host?: string }} [options] */
export async function start(options) {
  const server = await startServer(options)
  const timer = setInterval(() => {
    const end = performance.now() + pause
    while (performance.now() < end);
  }, period)
  return {
    ...server,
    close() {
      clearInterval(timer)
      return server.close()
    },
  }
}
