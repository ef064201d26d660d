import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, func } from '../common/options.js'
import { sendName, startOver, statusName } from '../http/send.js'
import { pathOf } from '../http/target.js'
import { normalizePath } from '../router/path.js'
import { NO_PARAMS } from '../router/route.js'
import { RouteTable, TABLE_RULES } from '../router/table.js'
import { answer } from './answer.js'
import { answerError, printError } from './errors.js'

/** @import { Owner } from './answer.js' */
/** @import { ErrorHandler, ErrorOptions } from './errors.js' */
/** @import { Handler } from '../router/route.js' */
/** @import { TableOptions } from '../router/table.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */

/**
 * @typedef {object} AnswerOptions
 * @property {Handler} [notFound] Answers requests whose path has no route.
 *   Default: a 404.
 * @property {ErrorHandler} [onError] Called with every error; may return an
 *   answer. By default, server errors are printed.
 * @property {boolean} [problems] Whether errors are answered as
 *   application/problem+json (RFC 9457). Default: false.
 */
/** @typedef {TableOptions & AnswerOptions} RouterOptions */
const RULES = {
  ...TABLE_RULES,
  notFound: func,
  onError: func,
  problems: boolean,
}

/** Answers requests with the handlers of its routes. */
export class Router extends RouteTable {
  /** @type {AnswerOptions & ErrorOptions} */
  #options
  /** Whether the router's own errors have a listener. */
  #isTold

  /**
   * @param {RouterOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const checked = checkOptions('Router', options, RULES)
    const { notFound, onError, problems = false, ...table } = checked
    super(table)
    this.#options = { notFound, onError: onError ?? printError, problems }
    this.#isTold = onError !== undefined || problems
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
      const { handler, params, route } = found
      req.params = params
      req.limits = route.limits
      this.#settle(handler(req, res), req, res, route)
    } catch (error) {
      this.fail(error, req, res)
    }
  }

  /**
   * @param {any} returned by a handler
   * @param {Request} req
   * @param {Response} res
   * @param {Owner} owner
   */
  #settle(returned, req, res, owner) {
    if (returned === undefined || returned === res) return
    if (typeof returned?.then === 'function') {
      Promise.resolve(returned)
        .then((value) => answer(value, res, owner))
        .catch((error) => this.fail(error, req, res))
    } else {
      const answered = answer(returned, res, owner)
      answered?.catch((error) => this.fail(error, req, res))
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
    if (isServer && req.method !== 'OPTIONS') {
      return this.#refuse(req, res, 400, 'ERR_VELOCY_BAD_TARGET')
    }
    const allowed = isServer ? this.methods() : this.allowed(path)
    if (allowed.length === 0) return this.#missRoute(req, res)
    const allow = allowed.join(', ')
    if (req.method !== 'OPTIONS') {
      const code = 'ERR_VELOCY_METHOD_NOT_ALLOWED'
      return this.#refuse(req, res, 405, code, { allow })
    }
    res.writeHead(204, { allow })
    res.end()
  }

  /**
   * @param {Request} req
   * @param {Response} res
   */
  #missRoute(req, res) {
    req.params = NO_PARAMS
    req.limits = this.limits
    const { notFound } = this.#options
    if (!notFound) return this.#refuse(req, res, 404, 'ERR_VELOCY_NOT_FOUND')
    res.statusCode = 404
    this.#settle(notFound(req, res), req, res, 'notFound')
  }

  /**
   * Answers with an error of the router's own.
   *
   * @param {Request} req
   * @param {Response} res
   * @param {number} status
   * @param {string} code
   * @param {Record<string, string>} [headers]
   */
  #refuse(req, res, status, code, headers) {
    if (this.#isTold) return this.fail(refusal(status, code, headers), req, res)
    // To make an Error takes longer than all the rest, and anyone can ask.
    startOver(res, status, headers)
    sendName(res)
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

/**
 * @param {number} status
 * @param {string} code
 * @param {Record<string, string>} [headers]
 */
const refusal = (status, code, headers) =>
  new VelocyError(code, statusName(status), { status, headers })
