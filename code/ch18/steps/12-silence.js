import { createServer, Router } from '../lib/index.js'
import { timeLimit, warnOfSilence } from '../lib/middleware/index.js'

const router = new Router().use(timeLimit(500), warnOfSilence(100))

/** Asks the payment service, one day. */
const pay = async () => 'Paid\n'

router.get('/pay', () => {
  pay()
})

router.get('/wait', () => new Promise(() => {}))

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
