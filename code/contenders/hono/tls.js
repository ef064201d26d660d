import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import process from 'node:process'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env
const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }
const app = new Hono()

app.get('/bench/:name', (context) =>
  context.json(
    { name: context.req.param('name'), id: context.req.query('id') },
    200,
    {
      'x-powered-by': 'benchmark',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    },
  ),
)

serve({
  fetch: app.fetch,
  hostname: HOST,
  port: Number(PORT),
  createServer,
  serverOptions: tls,
})
