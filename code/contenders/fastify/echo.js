import process from 'node:process'
import Fastify from 'fastify'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const app = Fastify()

app.post('/echo', (request, reply) => {
  reply
    .headers({
      'content-type': 'application/json',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    })
    // What it does without a schema, named: unnamed, it comes with a charset in
    // the content type, which no other contender sends.
    .serializer(JSON.stringify)
    .send(request.body)
})

await app.listen({ host: HOST, port: Number(PORT) })
