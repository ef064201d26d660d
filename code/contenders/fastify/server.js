import process from 'node:process'
import Fastify from 'fastify'

const {
  HOST = '127.0.0.1',
  PORT = '8080',
  CONNECTION = 'keep-alive',
} = process.env
const app = Fastify()

// With a schema of the response, Fastify compiles its serialiser.
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
      connection: CONNECTION,
      'keep-alive': 'timeout=5',
    })
    // The compiled serialiser, named: unnamed, it comes with a charset in the
    // content type, which no other contender sends.
    .serializer(reply.getSerializationFunction(200))
    .send({ name: request.params.name, id: request.query.id })
})

await app.listen({ host: HOST, port: Number(PORT) })
