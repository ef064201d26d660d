import http from 'node:http'

const server = http.createServer((req, res) => {
  const [, query = ''] = String(req.url).split('?q=')
  res.end(`You searched for ${decodeURIComponent(query)}\n`)
})

server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
