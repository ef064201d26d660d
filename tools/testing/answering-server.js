/**
 * @param {string} handler of node:http, as JavaScript
 * @param {string} [imports] what it needs, as JavaScript
 * @returns {string} the program of a reader's server
 */
export const serverProgram = (handler, imports = '') => `
import http from 'node:http'
${imports}
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  const server = http.createServer(${handler})
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

/**
 * @param {string} text
 * @returns {string} the program of a reader's server that answers it always
 */
export const answeringServer = (text) =>
  serverProgram(`(req, res) => res.end('${text}')`)
