import { checkOptions, func } from '../common/options.js'
import { sendStatus } from '../http/send.js'
import { pathOf } from '../http/target.js'
import { normalizePath } from '../router/path.js'
import { NO_PARAMS } from '../router/route.js'
import { RouteTable, TABLE_RULES } from '../router/table.js'
import { answerError, printError } from './errors.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Handler } from '../router/route.js' */
/** @import { TableOptions } from '../router/table.js' */
/** @import { ErrorHandler } from './errors.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * @typedef {object} AnswerOptions
 * @property {Handler} [notFound] Answers requests whose path has no route.
 *   Default: a 404.
 * @property {ErrorHandler} [onError] is called with each error that is
 *   answered with a 5xx; prints it by default
 */
/** @typedef {TableOptions & AnswerOptions} RouterOptions */
const RULES = {
  ...TABLE_RULES,
  notFound: func,
  onError: func,
}

/** Answers requests with the handlers of its routes. */
export class Router extends RouteTable {
  /** @type {Required<AnswerOptions>} */
  #options

  /**
   * @param {RouterOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const checked = checkOptions('Router', options, RULES)
    const { notFound, onError = printError, ...table } = checked
    super(table)
    this.#options = {
      notFound: notFound ?? ((_req, res) => sendStatus(res, 404)),
      onError,
    }
    this.handle = this.handle.bind(this)
  }

  /**
   * Answers a request. It is bound, so `http.createServer(router.handle)` finds
   * its routes, too; but there, handlers get node:http's own `req` and `res`,
   * without the short forms.
   *
   * @param {Request} req
   * @param {Response} res
   */
  handle(req, res) {
    // A write after the end, for example. Without a listener, this event ends
    // the process.
    res.on('error', (error) => this.fail(error, req, res))
    try {
      const path = normalizePath(pathOf(req.url ?? ''))
      req.path = path
      const found = this.lookUp(req.method ?? '', path)
      if (found === null) return this.#miss(req, res, path)
      const { handler, params } = found
      req.params = params
      this.#settle(handler(req, res), req, res)
    } catch (error) {
      this.fail(error, req, res)
    }
  }

  /**
   * @param {any} returned by a handler
   * @param {Request} req
   * @param {Response} res
   */
  #settle(returned, req, res) {
    if (typeof returned?.then === 'function') {
      Promise.resolve(returned).catch((error) => this.fail(error, req, res))
    }
  }

  /**
   * @param {Request} req
   * @param {Response} res
   * @param {string} path
   */
  #miss(req, res, path) {
    const isServer = path === '*'
    // Only OPTIONS can ask about the server as a whole.
    if (isServer && req.method !== 'OPTIONS') return sendStatus(res, 400)
    const allowed = isServer ? this.methods() : this.allowed(path)
    if (allowed.length === 0) return this.#missRoute(req, res)
    const allow = allowed.join(', ')
    if (req.method !== 'OPTIONS') return sendStatus(res, 405, { allow })
    res.writeHead(204, { allow })
    res.end()
  }

  /**
   * @param {Request} req
   * @param {Response} res
   */
  #missRoute(req, res) {
    req.params = NO_PARAMS
    this.#settle(this.#options.notFound(req, res), req, res)
  }

  /**
   * Answers for an error, as if a handler had thrown it.
   *
   * @param {unknown} error whatever was thrown
   * @param {Request} req
   * @param {Response} res
   */
  fail(error, req, res) {
    answerError(error, req, res, this.#options)
  }
}
