import { Router } from 'velocy'
import { inject } from 'velocy/testing'

const router = new Router()
router.get('/users/:name', (req) => `Hello, ${req.params.name}!`)
router.get('/search', (req) => ({ found: req.query.q }))
router.get('/files/*', (req) => req.params['*'])

const hello = await inject(router, '/users/Ada')
console.log(await hello.text()) // Hello, Ada!

const found = await inject(router, '/search?q=tea')
console.log(found.headers.get('content-type')) // application/json
console.log(await found.json()) // { found: 'tea' }

const missing = await inject(router, '/nowhere')
console.log(missing.status) // 404
