import http from 'node:http'

const server = http.createServer((req, res) => {
  if (req.url === '/end-alone') {
    res.end('joão')
  } else {
    res.writeHead(200)
    res.end('joão')
  }
})

const port = Number(process.env.PORT ?? 8080)
server.listen(port, '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${port}`)
})
