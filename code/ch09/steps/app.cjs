const { createServer, Router } = require('velocy')

const router = new Router()

router.get('/users/:name', (req, res) => {
  const id = req.queryParams.get('id')
  res.writeHead(200, { 'Content-Type': 'text/plain' })
  res.end(`${req.params.name}, ${id}\n`)
})

const port = process.env.PORT ?? 3000
createServer(router).listen(port, () => {
  console.log(`http://localhost:${port}`)
})
