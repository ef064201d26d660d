import { Router } from 'velocy'
import { store } from 'velocy/cluster'

const router = new Router()
router.get('/', async () => `visit ${await store.increment('visits')}`)

export default router
