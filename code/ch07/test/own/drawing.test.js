import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Router } from '../../lib/index.js'

test('a router is drawn with a line per segment, a tree per method', () => {
  const router = new Router()
  const paths = ['/users/:id/posts', '/users/me', '/about', '/users/:id', '/']
  for (const path of paths) router.get(path, () => {})
  router.post('/users', () => {})
  assert.equal(
    String(router),
    `GET
├─ /  (/)
├─ /about  (/about)
└─ /users
   ├─ /me  (/users/me)
   └─ /:  (/users/:id)
      └─ /posts  (/users/:id/posts)

POST
└─ /users  (/users)`,
  )
})
