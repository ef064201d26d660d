import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { createServer, Router } from '../lib/index.js'
import { timeLimit, warnOfSilence } from '../lib/middleware/index.js'

// A payment service that takes calls, and says nothing.
const service = net.createServer((socket) => {
  socket.resume().on('close', () => console.log('The caller has hung up'))
})
await once(service.listen(0), 'listening')
const { port } = /** @type {net.AddressInfo} */ (service.address())

const router = new Router({ problems: true }).use(timeLimit(100))

router.get('/ask', async ({ deadline: signal }) => {
  await once(http.get({ port, signal }), 'response')
  return 'Paid\n'
})

router.get('/pay', (_req, res) => {
  setTimeout(() => {
    res.setHeader('content-type', 'text/plain')
    res.end('Paid\n')
  }, 200)
})

/** Answers, one day. */
const pay = async () => 'Paid\n'

router.get('/forget', warnOfSilence(50), () => {
  pay()
})

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
