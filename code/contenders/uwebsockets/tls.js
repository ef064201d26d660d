import { createRequire } from 'node:module'
import process from 'node:process'

const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env
const { arch, platform, versions } = process
const uws = createRequire(import.meta.url)(
  `@trufflesuite/uws-js-unofficial/binaries/uws_${platform}_${arch}_${versions.modules}.node`,
)

uws
  .SSLApp({ cert_file_name: TLS_CERT, key_file_name: TLS_KEY })
  .get('/bench/:name', (response, request) => {
    const name = decodeURIComponent(request.getParameter(0))
    const id = request.getQuery('id')
    response
      .writeHeader('x-powered-by', 'benchmark')
      .writeHeader('content-type', 'application/json')
      .writeHeader('connection', 'keep-alive')
      .writeHeader('keep-alive', 'timeout=5')
      .end(JSON.stringify({ name, id }))
  })
  .listen(HOST, Number(PORT), (socket) => {
    if (!socket) throw new Error(`Cannot listen on ${HOST}:${PORT}`)
  })
