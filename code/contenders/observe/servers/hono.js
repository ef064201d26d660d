import { serve } from '@hono/node-server'
import { prometheus } from '@hono/prometheus'
import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { requestId } from 'hono/request-id'
import { BUCKETS } from '../known.js'

/** @param {any} features @param {any} where */
export function start({ hasIds, hasMetrics }, { host, port }) {
  const app = new Hono()
  if (hasIds) app.use(requestId(), contextStorage())
  if (hasMetrics) {
    const { registerMetrics, printMetrics } = prometheus({
      metricOptions: {
        requestDuration: { buckets: BUCKETS },
        requestsTotal: { disabled: true },
      },
    })
    app.use(registerMetrics)
    app.get('/metrics', printMetrics)
  }
  app.get('/bench/:name', (context) => {
    context.header('x-powered-by', 'benchmark')
    const { name } = context.req.param()
    return context.json({ name, id: context.req.query('id') })
  })
  serve({ fetch: app.fetch, hostname: host, port })
}
