import { randomUUID } from 'node:crypto'
import { fastifyRequestContext } from '@fastify/request-context'
import Fastify from 'fastify'
import metrics from 'fastify-metrics'
import { BUCKETS } from '../known.js'

/** @param {any} features @param {any} where */
export async function start({ hasIds, hasMetrics }, { host, port }) {
  const app = Fastify(
    hasIds
      ? { requestIdHeader: 'x-request-id', genReqId: () => randomUUID() }
      : {},
  )
  if (hasIds) {
    await app.register(fastifyRequestContext, {
      defaultStoreValues: (request) => ({ id: request.id }),
    })
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
  }
  if (hasMetrics) {
    await app.register(metrics, {
      endpoint: '/metrics',
      defaultMetrics: { enabled: false },
      routeMetrics: {
        enabled: { histogram: true, summary: false },
        overrides: { histogram: { buckets: BUCKETS } },
      },
    })
  }
  app.get('/bench/:name', (request, reply) => {
    const { name } = /** @type {any} */ (request.params)
    const { id } = /** @type {any} */ (request.query)
    reply.header('x-powered-by', 'benchmark')
    return { name, id }
  })
  await app.listen({ host, port })
}
