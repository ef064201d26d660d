/** What code/contenders/mirror.js does, in the words of uWebSockets.js. */
import { Buffer } from 'node:buffer'
import { createRequire } from 'node:module'
import process from 'node:process'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const { arch, platform, versions } = process
const uws = createRequire(import.meta.url)(
  `@trufflesuite/uws-js-unofficial/binaries/uws_${platform}_${arch}_${versions.modules}.node`,
)

/** @param {any} response @param {any} request what was seen of it */
function answer(response, { method, target, ...rest }) {
  const seen = JSON.stringify({ method, target, ...rest })
  response.cork(() => {
    if (method === 'HEAD') {
      response.endWithoutBody(Buffer.byteLength(seen))
    } else if (target === '/204') {
      response.writeStatus('204 No Content').endWithoutBody()
    } else if (target === '/304') {
      response.writeStatus('304 Not Modified').endWithoutBody()
    } else if (target === '/chunks') {
      response.write('one ')
      response.end('two')
    } else {
      response.writeHeader('content-type', 'application/json').end(seen)
    }
  })
}

uws
  .App()
  .any('/*', (response, request) => {
    const query = request.getQuery()
    const target = request.getUrl() + (query ? `?${query}` : '')
    const method = request.getCaseSensitiveMethod?.() ?? request.getMethod()
    const fields = {}
    request.forEach((name, value) => {
      fields[name] = name in fields ? `${fields[name]}, ${value}` : value
    })
    if (target === '/early') return response.end('{}')
    let body = ''
    let isGone = false
    response.onAborted(() => {
      isGone = true
    })
    response.onData((bytes, isLast) => {
      body += Buffer.from(bytes).toString('latin1')
      if (!isLast) return
      const seen = { method, target, fields, body }
      const send = () => isGone || answer(response, seen)
      if (target === '/later') setTimeout(send, 30)
      else send()
    })
  })
  .listen(HOST, Number(PORT), (socket) => {
    if (!socket) throw new Error(`Cannot listen on ${HOST}:${PORT}`)
  })
