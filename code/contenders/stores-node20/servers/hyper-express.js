import HyperExpress from 'hyper-express'
import { missing, type, words } from '../../stores/words.js'

/** @param {(word: string) => string | Promise<string>} get */
export async function start(get, { host, port }) {
  const app = new HyperExpress.Server()
  for (const word of words) {
    app.get(`/${word}`, async (_request, response) => {
      response.header('content-type', type).send(await get(word))
    })
  }
  app.set_not_found_handler((_request, response) => {
    response.status(404).header('content-type', type).send(missing)
  })
  await app.listen(port, host)
}
