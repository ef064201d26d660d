import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router({
  onError() {
    console.log('outside')
    return 'from outside'
  },
})
router.use((req) => {
  if (req.path === '/api/secret') throw new Error('not you')
})
router.group('/api', { onError: () => console.log('api') }, (api) => {
  api.get('/:id', () => 'fine')
})

await ask(router, '/api/secret')
