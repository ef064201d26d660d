/** @import { Request, Response } from '../../lib/router/route.js' */
/** @import { Router } from '../../lib/app/router.js' */

/** Several sites on one server: a router for each host. */
export class Hosts {
  /** @type {Map<string, Router>} by the host's name in lower case */
  #routers = new Map()

  /**
   * @param {string} host such as `example.org`, without a port
   * @param {Router} router
   * @returns {this}
   */
  add(host, router) {
    const name = host.toLowerCase()
    if (this.#routers.has(name)) throw new Error(`${host} is added twice`)
    this.#routers.set(name, router)
    return this
  }

  /**
   * Answers a request by the router of the host that it asks for. A host that
   * is not served is answered with 421, Misdirected Request (RFC 9110
   * §15.5.20).
   *
   * @param {Request} req
   * @param {Response} res
   */
  handle = (req, res) => {
    const router = this.#routers.get(hostOf(req))
    if (router) return router.handle(req, res)
    res.text('Misdirected Request', 421)
  }
}

/**
 * @param {Request} req
 * @returns {string} in lower case, without the port. An absolute target says
 *   it, and otherwise the field Host (RFC 9112 §3.2.2).
 */
function hostOf({ url = '', headers }) {
  const authority = /^https?:\/\/([^/?]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return authority.replace(/:\d*$/, '').toLowerCase()
}
