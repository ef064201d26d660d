import { createServer, Router } from 'velocy'
import { fromExpress } from 'velocy/express'
import { app } from './app.js'

const router = new Router()
router.all('/*', fromExpress(app))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
