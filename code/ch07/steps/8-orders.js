import { Router } from '../lib/index.js'

const patterns = ['/users/:id', '/:kind/me']
for (const order of [patterns, patterns.toReversed()]) {
  const router = new Router()
  for (const pattern of order) router.get(pattern, () => {})
  const answers = ['/users/42', '/teams/me', '/users/me'].map(
    (path) => `${path} → ${router.find('GET', path)?.route.path}`,
  )
  console.log(answers.join('   '))
}
