import http from 'node:http'

http
  .createServer(async ({ url }, res) => {
    if (url === '/hey') return res.end('hey\n')
    throw new Error(`no page at ${url}`)
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
