import { readFileSync } from 'node:fs'
import process from 'node:process'
import Fastify from 'fastify'

const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env
const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }
const app = Fastify({ https: tls })

const schema = {
  response: {
    200: {
      type: 'object',
      properties: { name: { type: 'string' }, id: { type: 'string' } },
    },
  },
}

app.get('/bench/:name', { schema }, (request, reply) => {
  reply
    .headers({
      'x-powered-by': 'benchmark',
      'content-type': 'application/json',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    })
    .serializer(reply.getSerializationFunction(200))
    .send({ name: request.params.name, id: request.query.id })
})

await app.listen({ host: HOST, port: Number(PORT) })
