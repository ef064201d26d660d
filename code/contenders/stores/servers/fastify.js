import Fastify from 'fastify'
import { missing, words } from '../words.js'

/** @param {(word: string) => string | Promise<string>} get */
export async function start(get, { host, port }) {
  const app = Fastify()
  for (const word of words) app.get(`/${word}`, () => get(word))
  app.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(missing)
  })
  await app.listen({ host, port })
}
