import { Elysia } from 'elysia'

const {
  HOST = '127.0.0.1',
  PORT = '8080',
  WORKERS = '1',
  CONNECTION = 'keep-alive',
} = process.env

new Elysia()
  .get('/bench/:name', ({ params, query, set }) => {
    set.headers['x-powered-by'] = 'benchmark'
    set.headers['content-type'] = 'application/json'
    set.headers.connection = CONNECTION
    set.headers['keep-alive'] = 'timeout=5'
    return { name: params.name, id: query.id }
  })
  .listen({
    hostname: HOST,
    port: Number(PORT),
    reusePort: Number(WORKERS) > 1,
  })
