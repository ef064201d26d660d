import http from 'node:http'

const { PORT = '8080' } = process.env
const server = http.createServer((req, res) => {
  if (req.method === 'GET') res.end('hello\n')
  else res.writeHead(404).end('Not Found\n')
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
