import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** @param {string} folder */
export function start(folder, { host, port }) {
  const app = new Hono()
  const rewriteRequestPath = (path) => path.replace(/^\/static/, '')
  app.use('/static/*', serveStatic({ root: folder, rewriteRequestPath }))
  serve({ fetch: app.fetch, hostname: host, port })
}
