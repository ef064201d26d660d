import http from 'node:http'

/** @type {Record<string, http.RequestListener>} by the first segment */
const pages = {
  hey: (_req, res) => res.end('hey\n'),
  about: (_req, res) => res.end('about\n'),
}

http
  .createServer((req, res) => {
    const handler = pages[(req.url ?? '').slice(1)]
    if (handler) return handler(req, res)
    res.writeHead(404)
    res.end('Not Found\n')
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
