import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, func } from '../common/options.js'
import { startOver, statusName } from '../http/send.js'
import { pathOf } from '../http/target.js'
import { normalizePath } from '../router/path.js'
import { TABLE_RULES } from '../router/table.js'
import { answer } from './answer.js'
import { answerError } from './errors.js'
import { Nestable } from './nestable.js'

/** @import { Handler } from '../router/route.js' */
/** @import { TableOptions } from '../router/table.js' */
/** @import { Owner } from './answer.js' */
/** @import { ErrorHandler } from './errors.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */
/** @import { Scope } from './scope.js' */
/** @import { Router as Typed } from './typed.js' */

/**
 * @typedef {object} AnswerOptions
 * @property {Handler} [notFound] Answers requests whose path has no route.
 *   Default: a 404.
 * @property {ErrorHandler} [onError] Called with every error; may return an
 *   answer. By default, server errors are printed.
 * @property {(req: Request, res: Response) => unknown} [onSent] Called when an
 *   answer has been sent, or its client has left before that.
 * @property {boolean} [problems] Whether errors are answered as
 *   application/problem+json (RFC 9457). Default: false.
 */
/** @typedef {TableOptions & AnswerOptions} RouterOptions */
const RULES = {
  ...TABLE_RULES,
  notFound: func,
  onError: func,
  onSent: func,
  problems: boolean,
}

/** Answers requests with the handlers of its routes. */
export class PlainRouter extends Nestable {
  /**
   * @param {RouterOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const checked = checkOptions('Router', options, RULES)
    const { notFound, onError, onSent, problems, ...table } = checked
    super(table, checked)
    this.handle = this.handle.bind(this)
  }

  /**
   * Mounts a new router, and hands it to a function that fills it.
   *
   * @param {string} prefix such as `/admin`; `/`: everywhere
   * @param {any[]} rest options, if any, then the function
   * @returns {this}
   * @throws {VelocyError} as mount, and as what the function calls
   */
  group(prefix, ...rest) {
    const [fill, options] = rest.toReversed()
    const group = new PlainRouter(options)
    this.mount(prefix, group)
    fill(group)
    return this
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
      this.build()
      if (this.hasHooks) res.on('close', () => this.#tellHooks(req, res))
      const path = normalizePath(pathOf(req.url ?? ''))
      req.path = path
      const found = this.lookUp(req.method ?? '', path)
      if (found === null) return this.#miss(req, res, path)
      const { handler, params, route } = found
      req.params = params
      req.route = route
      req.limits = route.limits
      this.#settle(handler(req, res), req, res, route)
    } catch (error) {
      this.fail(error, req, res)
    }
  }

  /**
   * Called when an answer has been sent, or its client has left.
   *
   * @param {Request} req
   * @param {Response} res
   */
  #tellHooks(req, res) {
    for (const onSent of this.scopeOf(req).hooks) {
      new Promise((done) => done(onSent(req, res))).catch((error) =>
        this.fail(error, req, res),
      )
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
    const scope = this.areaOf(path)
    req.params = scope.paramsOf(path)
    // Another router may have found one and handed the request on.
    req.route = undefined
    req.limits = scope.limits
    const { run } = scope
    this.#settle(run(req, res), req, res, 'notFound')
  }

  /**
   * @override
   * @param {Request} req
   * @param {Response} res
   * @param {Scope} scope
   */
  answerMiss(req, res, scope) {
    const { path, method, route } = req
    const isServer = path === '*'
    // Only OPTIONS can ask about the server as a whole.
    if (isServer && method !== 'OPTIONS') {
      return refuse(res, scope, 400, 'ERR_VELOCY_BAD_TARGET')
    }
    // A handler of the route has called next.
    const isLeft = route !== undefined
    const allowed = isServer ? this.methods() : this.allowed(path)
    if (isLeft || allowed.length === 0) {
      const { notFound } = scope
      if (!notFound) return refuse(res, scope, 404, 'ERR_VELOCY_NOT_FOUND')
      res.statusCode = 404
      return notFound(req, res)
    }
    const allow = allowed.join(', ')
    if (method !== 'OPTIONS') {
      const code = 'ERR_VELOCY_METHOD_NOT_ALLOWED'
      return refuse(res, scope, 405, code, { allow })
    }
    res.statusCode = 204
    res.setHeader('allow', allow)
    return ''
  }

  /**
   * Answers for an error, as if a handler had thrown it.
   *
   * @param {unknown} error whatever was thrown
   * @param {Request} req
   * @param {Response} res
   */
  fail(error, req, res) {
    answerError(error, req, res, this.scopeOf(req).errors)
  }
}

/**
 * @template [Added={}]
 * @template [Needs={}]
 * @typedef {Typed<Added, Needs>} Router
 */
/** Answers requests, with what handlers say, and for those that fail. */
export const Router =
  /** @type {new <Needs = {}>(options?: RouterOptions) => Typed<Needs, Needs>} */ (
    /** @type {unknown} */ (PlainRouter)
  )

/**
 * Answers with an error of the router's own.
 *
 * @param {Response} res
 * @param {Scope} scope
 * @param {number} status
 * @param {string} code
 * @param {Record<string, string>} [headers]
 * @returns {unknown} what the middleware around it gets
 */
function refuse(res, { isTold }, status, code, headers) {
  startOver(res, status, headers)
  // Making an Error takes longer than all the rest, and anyone can ask for it.
  return isTold ? refusal(status, code, headers) : statusName(status)
}

/**
 * @param {number} status
 * @param {string} code
 * @param {Record<string, string>} [headers]
 */
const refusal = (status, code, headers) =>
  new VelocyError(code, statusName(status), { status, headers })
