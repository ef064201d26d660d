import http from 'node:http'

const { PORT = '8080' } = process.env
const server = http.createServer((req, res) => {
  const status = /^\/old\/(30\d)$/.exec(req.url ?? '')?.[1]
  if (status) {
    res.writeHead(Number(status), { location: '/new' }).end()
  } else {
    const length = req.headers['content-length'] ?? 0
    res.end(`${req.method} ${req.url}, ${length} bytes\n`)
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
