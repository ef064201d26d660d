import { library } from '../library.js'

const { createServer, Router } = await library('lib/index.js')
const { measureRequests } = await library('lib/observe/measure-requests.js')
const { Metrics } = await library('lib/observe/metrics.js')

/** An app that counts: the default export of a worker. @param {any} context */
export default function serveMetrics({ id, generation, data }) {
  const metrics = new Metrics()
  const seats = metrics.counter('seats_total', 'Seats.')
  metrics.gauge('workers', 'Those that run.', () => 1)
  const bounds = generation === 0 ? [1, 2] : [1, 2, 3]
  const sizes = metrics.histogram('size', 'Sizes.', bounds)
  const router = new Router()
  router.get('/metrics', () => metrics.text())
  router.get('/book/:count', (/** @type {any} */ req) => {
    const { count } = req.params
    seats.add(Number(count), { count })
    sizes.observe(Number(count))
    return { id, pid: process.pid }
  })
  router.get('/crash', () => {
    setImmediate(() => process.exit(9))
    return 'bye'
  })
  const server = createServer(router, data)
  measureRequests(server, metrics)
  return server
}
