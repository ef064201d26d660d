import http from 'node:http'

const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
  const name = decodeURIComponent(pathname.slice('/bench/'.length))
  const body = JSON.stringify({ name, id: searchParams.get('id') })
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
})

const port = Number(process.env.PORT ?? 8080)
server.listen(port, '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${port}`)
})
