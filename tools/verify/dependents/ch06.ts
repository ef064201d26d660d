// A service that depends on velocy, as a strict project sees it.
import { createServer, Router, VelocyError } from 'velocy'

const router = new Router()
router.get('/users/:id', (req, res) => {
  const { id } = req.params
  // @ts-expect-error: a parameter may be missing.
  id.toUpperCase()
  // @ts-expect-error: requests have no such member.
  req.parms
  if (id === undefined) {
    throw new VelocyError('ERR_NO_ID', 'Got no id', { status: 400 })
  }
  res.writeHead(200, { 'content-type': 'text/plain' })
  res.end(id.toUpperCase())
})
// @ts-expect-error: a handler is missing.
router.get('/nothing')

export const server = createServer(router)
server.listen(8080, '127.0.0.1', () => {
  const address = server.address()
  // @ts-expect-error: it may be null, or a pipe's name.
  address.port
})
