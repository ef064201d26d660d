import http from 'node:http'

const server = http.createServer((req, res) => {
  res.end(`${req.headers.host} was asked for ${req.url}\n`)
})

server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
