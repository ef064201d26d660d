import { createLogger, createServer, Router } from 'velocy'
import {
  health,
  identify,
  Metrics,
  measureRequests,
  requestId,
} from 'velocy/observe'
import { inject } from 'velocy/testing'

const destination = {
  /** @param {string} line */
  write(line) {
    const { id, msg } = JSON.parse(line)
    console.log(id, msg)
    return true
  },
}
const context = () => ({ id: requestId() })
const log = createLogger({ destination, context })
const metrics = new Metrics()

const router = new Router().use(identify({ trust: true }))
router.get('/ready', health())
router.get('/metrics', () => metrics.text())
router.get('/stars/:name', () => {
  log.info('looking')
  return 'It is up'
})
const server = createServer(router)
measureRequests(server, metrics)

const headers = { 'x-request-id': '7f3a' }
await inject(server, { path: '/stars/Spica', headers }) // 7f3a looking

const text = await (await inject(server, '/metrics')).text()
console.log(text.includes('route="/stars/:name",status="200"} 1')) // true

const ready = await inject(server, '/ready')
console.log(await ready.text()) // {"ready":true,"failed":[]}
