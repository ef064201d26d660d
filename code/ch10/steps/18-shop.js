import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.post('/orders', (_req, res) => {
  const headers = { location: '/orders/42' }
  return res.json({ order: 42 }, { status: 201, headers })
})

router.get('/menu', (_req, res) => {
  const type = res.choose('application/json', 'text/html')
  if (type === null) return res.text('We have JSON and HTML\n', 406)
  if (type === 'application/json') return ['santos', 'sumatra']
  res.setHeader('content-type', 'text/html')
  return '<ul><li>santos<li>sumatra</ul>\n'
})

router.get('/old/*path', (req, res) => {
  return res.redirect(req.path.slice('/old'.length), 308)
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
