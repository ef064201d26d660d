import { Router } from 'velocy'

const router = new Router()
router.get('/users/me', () => {})
router.post('/users/:id', () => {})
router.compile()

for (const method of ['GET', 'POST', 'PUT']) {
  const match = router.find(method, '/users/me')
  console.log(method, match ? match.route.path : null)
}
