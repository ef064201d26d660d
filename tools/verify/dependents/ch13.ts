import { createLogger, createServer, logRequests, Router } from 'velocy'

export const server = createServer(new Router(), { engine: 'net' })
server.closeTimeout = 5000
server.headersTimeout = 10_000

const log = createLogger({ level: 'warn', fields: { service: 'shop' } })
logRequests(server, log)

export const router = new Router({
  onSent(req, res) {
    log.info('sent', { path: req.path, status: res.statusCode })
    // @ts-expect-error: what only the engine calls is not in the types.
    req.expectContinue(res)
  },
})
