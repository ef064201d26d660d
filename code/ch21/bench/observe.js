import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'
import { identify, Metrics, measureRequests } from '../lib/observe/index.js'

/**
 * The workload of all chapters, with what FEATURE names: `own` ids, `ids` that
 * requests may bring, `metrics`, or `both` of these two.
 *
 * @param {{ host: string, port: number }} options
 */
export async function start({ host, port }) {
  const { VELOCY_ENGINE: engine, FEATURE = '' } = process.env
  const hasAll = FEATURE === 'both'
  const router = new Router()
  if (FEATURE === 'own') router.use(identify())
  if (hasAll || FEATURE === 'ids') router.use(identify({ trust: true }))
  router.get('/bench/:name', (req, res) => {
    const { name } = req.params
    const id = req.queryParams.get('id')
    res.setHeader('x-powered-by', 'benchmark')
    res.json({ name, id })
  })
  const server = createServer(router, /** @type {any} */ ({ engine }))
  if (hasAll || FEATURE === 'metrics') measureRequests(server, new Metrics())
  server.listen(port, host)
  await once(server, 'listening')
}
