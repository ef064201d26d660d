import { H3, serve } from 'h3'
import { missing, type, words } from '../words.js'

/** @param {(word: string) => string | Promise<string>} get */
export function start(get, { host, port }) {
  const app = new H3()
  for (const word of words) {
    app.get(`/${word}`, (event) => {
      event.res.headers.set('content-type', type)
      return get(word)
    })
  }
  app.all('/**', (event) => {
    event.res.status = 404
    event.res.headers.set('content-type', type)
    return missing
  })
  serve(app, { hostname: host, port, silent: true })
}
