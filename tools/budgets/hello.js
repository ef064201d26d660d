/**
 * Prints which functions of a snapshot's lib/ each `GET /hello` calls, on a
 * connection that is kept alive and on the engine `net`, as JSON:
 *
 *     node tools/budgets/hello.js code/ch16
 */
import { once } from 'node:events'
import { Session } from 'node:inspector/promises'
import net from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const REQUEST = 'GET /hello HTTP/1.1\r\nhost: localhost\r\n\r\n'
/** By then what is made once is made, such as compiled routes. */
const WARM = 1500
const COUNTED = 50

const lib = `${pathToFileURL(path.resolve(process.argv[2], 'lib')).href}/`
const { createServer, Router } = await import(`${lib}index.js`)
const router = new Router()
router.get('/hello', () => 'hello')
const server = createServer(router, { engine: 'net' })
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const socket = net.connect(server.address().port, '127.0.0.1')

/** @param {number} count of requests, one after the other */
async function ask(count) {
  for (let i = 0; i < count; i++) {
    socket.write(REQUEST)
    const [answer] = await once(socket, 'data')
    if (/^HTTP\/1\.1 200 .*hello$/s.test(String(answer))) continue
    throw new Error(`got ${answer}, expected a 200 with hello`)
  }
}

await ask(WARM)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true })
await ask(1)
await session.post('Profiler.takePreciseCoverage')
await ask(COUNTED)
const { result } = await session.post('Profiler.takePreciseCoverage')
socket.destroy()
server.close()
session.disconnect()

// What is called now and then, such as for the time of day, is not in it, nor
// what V8 makes of the fields of a class: its constructor is.
const called = result
  .filter(({ url }) => url.startsWith(lib))
  .flatMap(({ url, functions }) =>
    functions
      .filter(({ ranges }) => ranges[0].count >= COUNTED)
      .filter(({ functionName }) => !functionName.startsWith('<'))
      .map(({ functionName }) => `${url.slice(lib.length)} ${functionName}`),
  )
console.log(JSON.stringify(called))
