import http from 'node:http'

/**
 * Work without end, for a while: as a report or a big JSON.parse would.
 *
 * @param {number} ms
 */
function block(ms) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

http
  .createServer((req, res) => {
    if (req.url === '/report') block(2000)
    res.end(`${req.url} answered\n`)
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
