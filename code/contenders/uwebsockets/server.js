/**
 * uWebSockets.js. With WORKERS=n, n threads each listen on the same port, as
 * its own example of worker threads does: the kernel shares the connections.
 */
import { createRequire } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isMainThread, Worker } from 'node:worker_threads'

const {
  HOST = '127.0.0.1',
  PORT = '8080',
  WORKERS = '1',
  CONNECTION = 'keep-alive',
} = process.env

// The package's own entry point falls back to a copy written in JavaScript.
// That would be another contender, so the binary is loaded or nothing is.
const { arch, platform, versions } = process
const uws = createRequire(import.meta.url)(
  `@trufflesuite/uws-js-unofficial/binaries/uws_${platform}_${arch}_${versions.modules}.node`,
)

if (isMainThread && Number(WORKERS) > 1) {
  for (let worker = 0; worker < Number(WORKERS); worker++) {
    new Worker(fileURLToPath(import.meta.url))
  }
} else {
  uws
    .App()
    .get('/bench/:name', (response, request) => {
      const name = decodeURIComponent(request.getParameter(0))
      const id = request.getQuery('id')
      // end() writes content-length itself.
      response
        .writeHeader('x-powered-by', 'benchmark')
        .writeHeader('content-type', 'application/json')
        .writeHeader('connection', CONNECTION)
        .writeHeader('keep-alive', 'timeout=5')
        .end(JSON.stringify({ name, id }))
    })
    .listen(HOST, Number(PORT), (socket) => {
      if (!socket) throw new Error(`Cannot listen on ${HOST}:${PORT}`)
    })
}
