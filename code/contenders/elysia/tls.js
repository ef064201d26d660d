import { Elysia } from 'elysia'

const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env

new Elysia()
  .get('/bench/:name', ({ params, query, set }) => {
    set.headers['x-powered-by'] = 'benchmark'
    set.headers['content-type'] = 'application/json'
    set.headers.connection = 'keep-alive'
    set.headers['keep-alive'] = 'timeout=5'
    return { name: params.name, id: query.id }
  })
  .listen({
    hostname: HOST,
    port: Number(PORT),
    tls: { cert: Bun.file(TLS_CERT), key: Bun.file(TLS_KEY) },
  })
