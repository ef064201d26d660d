import { statusOf, VelocyError } from '../common/errors.js'
import { checkOptions, func } from '../common/options.js'
import { BODY_LIMITS, LIMIT_RULES } from '../http/limits.js'
import { sendStatus } from '../http/send.js'
import { pathOf } from '../http/target.js'
import { normalizePath } from '../router/path.js'
import { NO_PARAMS } from '../router/route.js'
import { RouteTable, TABLE_RULES } from '../router/router.js'

/** @import { BodyLimits } from '../http/limits.js' */
/** @import { Handler } from '../router/route.js' */
/** @import { TableOptions } from '../router/router.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * @typedef {object} AnswerOptions
 * @property {Handler} [notFound] answers what no route does
 * @property {(error: unknown, req: Request) => void} [onError] is told what
 *   handlers throw; prints it unless told otherwise
 */
/**
 * @typedef {TableOptions & Partial<BodyLimits> & AnswerOptions} RouterOptions
 */
const RULES = {
  ...TABLE_RULES,
  ...LIMIT_RULES,
  notFound: func,
  onError: func,
}

/** @type {Handler} */
const sendNotFound = (_req, res) => sendStatus(res, 404)

/** Answers requests: with what handlers say, and for those that fail. */
export class Router extends RouteTable {
  /** @type {Required<AnswerOptions>} */
  #options
  /** @type {BodyLimits} of requests that no route answers */
  #limits

  /**
   * @param {RouterOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const {
      notFound = sendNotFound,
      onError = print,
      bodyLimit = BODY_LIMITS.bodyLimit,
      bodyTimeout = BODY_LIMITS.bodyTimeout,
      ...table
    } = checkOptions('Router', options, RULES)
    const limits = { bodyLimit, bodyTimeout }
    super(table, limits)
    this.#limits = limits
    this.#options = { notFound, onError }
    this.handle = this.handle.bind(this)
  }

  /**
   * Answers a request. It is bound, so `http.createServer(router.handle)` finds
   * its routes, too; but handlers get node:http's own `req` and `res`, without
   * the short forms, and nobody looks after the connections.
   *
   * @param {Request} req
   * @param {Response} res
   */
  handle(req, res) {
    // What is written after the end, for one. Nobody listening, it would end
    // the process.
    res.on('error', (error) => this.#fail(error, req, res))
    try {
      const path = normalizePath(pathOf(req.url ?? ''))
      req.path = path
      const found = this.lookUp(req.method ?? '', path)
      if (found === null) return this.#handleMiss(req, res, path)
      const { handler, params, route } = found
      req.params = params
      req.limits = route.limits
      this.#settle(handler(req, res), req, res)
    } catch (error) {
      this.#fail(error, req, res)
    }
  }

  /**
   * @param {unknown} returned by a handler
   * @param {Request} req
   * @param {Response} res
   */
  #settle(returned, req, res) {
    if (typeof (/** @type {any} */ (returned)?.then) === 'function') {
      Promise.resolve(returned).catch((error) => this.#fail(error, req, res))
    }
  }

  /**
   * @param {Request} req
   * @param {Response} res
   * @param {string} path
   */
  #handleMiss(req, res, path) {
    const isServer = path === '*'
    // Only OPTIONS may ask for the server as a whole.
    if (isServer && req.method !== 'OPTIONS') return sendStatus(res, 400)
    const allowed = isServer ? this.methods() : this.allowed(path)
    if (allowed.length === 0) {
      req.params = NO_PARAMS
      req.limits = this.#limits
      return this.#settle(this.#options.notFound(req, res), req, res)
    }
    const allow = allowed.join(', ')
    if (req.method !== 'OPTIONS') return sendStatus(res, 405, { allow })
    res.writeHead(204, { allow })
    res.end()
  }

  /**
   * Answers for a handler that failed. The client learns the status and
   * nothing of the error.
   *
   * @param {unknown} error
   * @param {Request} req
   * @param {Response} res
   */
  #fail(error, req, res) {
    const status = statusOf(error)
    if (status >= 500) {
      const { onError } = this.#options
      // When it fails as well, the client still gets its answer.
      new Promise((done) => done(onError(error, req))).catch(print)
    }
    if (!res.headersSent) {
      const fields = error instanceof VelocyError ? error.headers : undefined
      return sendStatus(res, status, fields)
    }
    // Half an answer cannot be taken back.
    if (!res.writableEnded) res.destroy()
  }
}

/** @param {unknown} error */
function print(error) {
  try {
    console.error(error)
  } catch {
    console.error('An error that cannot be shown')
  }
}
