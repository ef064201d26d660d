import { createServer, Router } from 'velocy'
import { files, sessions } from 'velocy/middleware'
import { find, lend, names, refusal } from './tools.js'

const router = new Router({
  onError(error, _req, res) {
    const [status, body] = refusal(error)
    res.json(body, status)
  },
})
router.use(sessions())

router.get('/tools', () => names())
router.get('/tools/:id', (req) => find(req.params.id))
router.post('/tools/:id/loan', (req, res) =>
  res.json(lend(req.params.id, req.session.user), 201),
)
router.post('/login', async (req) => {
  const { name } = await req.json()
  await req.session.begin(name)
  return { hello: name }
})
router.get('/*', files('public'))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
