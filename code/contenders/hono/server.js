import process from 'node:process'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
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

serve({ fetch: app.fetch, hostname: HOST, port: Number(PORT) })
