import files from '@fastify/static'
import Fastify from 'fastify'

/** @param {string} folder */
export async function start(folder, { host, port }) {
  const app = Fastify()
  await app.register(files, { root: folder, prefix: '/static/' })
  await app.listen({ host, port })
}
