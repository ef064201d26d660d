/** @import { Request, Response } from '../../lib/router/route.js' */
/** @import { Router } from '../../lib/app/router.js' */

/** Several sites on one server: a router for each host. */
export class Hosts {
  /** @type {Record<string, Router>} */
  #routers = {}

  /**
   * @param {string} host such as `example.org`, without a port
   * @param {Router} router
   * @returns {this}
   */
  add(host, router) {
    this.#routers[host] = router
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
    this.#routers[req.headers.host ?? ''].handle(req, res)
  }
}
