/**
 * Bare `node:http` that does nothing else for 200 ms of every second: what a
 * long garbage collection or a synchronous computation looks like from the
 * outside. It is here to be measured wrongly and then rightly.
 */
import { start as startServer } from '../../ch00/server.js'

const pause = 200 // ms
const period = 1000 // ms

/** @param {{ port?: number, host?: string }} [options] */
export async function start(options) {
  const server = await startServer(options)
  let timer = setTimeout(stall, period)
  function stall() {
    const end = performance.now() + pause
    while (performance.now() < end);
    timer = setTimeout(stall, period - pause)
  }
  return {
    ...server,
    close() {
      clearTimeout(timer)
      return server.close()
    },
  }
}
