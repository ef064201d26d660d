import http from 'node:http'

/**
 * What a response is made of. For node:http, which gives it a request, that is
 * a ServerResponse; for our own engine it is nothing at all, and the response
 * is an instance of ServerResponse all the same.
 *
 * @this {http.ServerResponse}
 * @param {http.IncomingMessage} [req]
 * @param {object} [options]
 */
function construct(req, options) {
  if (req === undefined) return
  return Reflect.construct(http.ServerResponse, [req, options], new.target)
}

export const Outgoing = /** @type {typeof http.ServerResponse} */ (
  /** @type {unknown} */ (construct)
)
construct.prototype = http.ServerResponse.prototype
