import { createServer, Router } from 'velocy'
import { fromExpress } from 'velocy/express'
import { app, visits } from './app.js'
import { find, lend, names, refusal } from './tools.js'

const router = new Router({
  onError(error, _req, res) {
    const [status, body] = refusal(error)
    res.json(body, status)
  },
})
router.use(visits)

router.get('/tools', () => names())
router.get('/tools/:id', (req) => find(req.params.id))
router.post('/tools/:id/loan', (req, res) =>
  res.json(lend(req.params.id, req.session.user), 201),
)
router.all('/*', fromExpress(app))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
