const { createServer, Router } = require('velocy')

const router = new Router()

router.get('/users/:name', (req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/plain' })
  res.end(`${req.params.name}, ${req.query.id}\n`)
})

const port = process.env.PORT ?? 3000
createServer(router).listen(port, () => {
  console.log(`http://localhost:${port}`)
})
