import process from 'node:process'
import Fastify from 'fastify'
import {
  mirror,
  takeUpgrades,
} from '../../../packages/http1-conformance/examples/mirror.js'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const app = Fastify({ exposeHeadRoutes: false })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, _body, done) => done(null))
const handle = (request, reply) => {
  reply.hijack()
  mirror(request.raw, reply.raw)
}
app.all('*', handle)
app.setNotFoundHandler(handle)
takeUpgrades(app.server)
await app.listen({ host: HOST, port: Number(PORT) })
