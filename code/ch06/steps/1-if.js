import http from 'node:http'

http
  .createServer(({ method, url }, res) => {
    if (method === 'GET' && url === '/hey') {
      res.end('hey\n')
    } else if (method === 'GET' && url === '/notes') {
      res.end('buy milk\n')
    } else if (method === 'POST' && url === '/notes') {
      res.writeHead(201)
      res.end('Saved\n')
    } else {
      res.writeHead(404)
      res.end('Not Found\n')
    }
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
