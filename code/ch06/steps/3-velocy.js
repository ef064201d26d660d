import http from 'node:http'

/** @typedef {(req: http.IncomingMessage, res: Response) => unknown} Handler */

/** A table of routes. */
export class Router {
  /** @type {Map<string, Map<string, Handler>>} by method, then by path */
  #tables = new Map()

  /** @param {string} path @param {Handler} handler */
  get(path, handler) {
    return this.add('GET', path, handler)
  }

  /** @param {string} method @param {string} path @param {Handler} handler */
  add(method, path, handler) {
    const table = this.#tables.get(method) ?? new Map()
    this.#tables.set(method, table.set(path, handler))
    return this
  }

  /** @param {string} method @param {string} path */
  find(method, path) {
    return this.#tables.get(method)?.get(path)
  }
}

class Response extends http.ServerResponse {
  /** @param {string} body */
  text(body) {
    this.setHeader('content-type', 'text/plain; charset=utf-8')
    this.end(body)
  }
}

/** @param {Router} router */
export function createServer(router) {
  const classes = { ServerResponse: /** @type {any} */ (Response) }
  return http.createServer(classes, (req, res) => {
    const [path] = (req.url ?? '').split('?', 1)
    const handler = router.find(req.method ?? '', path)
    if (handler) return handler(req, /** @type {any} */ (res))
    res.writeHead(404).end('Not Found\n')
  })
}
