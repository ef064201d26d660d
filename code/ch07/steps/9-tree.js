import { Router } from '../lib/index.js'

const handler = () => {}
const router = new Router()
  .get('/', handler)
  .get('/users', handler)
  .post('/users', handler)
  .get('/users/:id', handler)
  .get('/users/:user/posts', handler)
  .get('/users/me/posts', handler)

console.log(String(router))
