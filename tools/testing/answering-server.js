/**
 * @param {string} text
 * @returns {string} the program of a reader's server that answers it always
 */
export const answeringServer = (text) => `
import http from 'node:http'
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  const server = http.createServer((req, res) => res.end('${text}'))
  await new Promise((resolve) => server.listen(port, host, resolve))
  return {
    url: 'http://' + host + ':' + server.address().port,
    close: () => new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    }),
  }
}
`
