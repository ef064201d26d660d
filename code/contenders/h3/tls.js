import process from 'node:process'
import { getQuery, getRouterParam, H3, serve } from 'h3'

const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env
const app = new H3()

app.get('/bench/:name', (event) => {
  const { headers } = event.res
  headers.set('x-powered-by', 'benchmark')
  headers.set('content-type', 'application/json')
  headers.set('connection', 'keep-alive')
  headers.set('keep-alive', 'timeout=5')
  return {
    name: getRouterParam(event, 'name', { decode: true }),
    id: getQuery(event).id,
  }
})

serve(app, {
  hostname: HOST,
  port: Number(PORT),
  silent: true,
  tls: { cert: TLS_CERT, key: TLS_KEY },
})
