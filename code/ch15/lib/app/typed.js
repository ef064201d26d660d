/**
 * What TypeScript knows of a router: which middleware stands around which
 * handlers, and what it adds to their requests. There is nothing of it when the
 * program runs.
 */

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { RouteOptions } from '../router/route.js' */
/** @import { Request } from './request.js' */
/** @import { Response } from './response.js' */
/** @import { PlainRouter, RouterOptions } from './router.js' */
/** @import { Next } from './layer.js' */

/**
 * A handler, or middleware, of requests that have been added to.
 *
 * @template [Added={}]
 * @typedef {(req: Request & Added, res: Response, next: Next) => unknown}
 *   Layer
 */
/**
 * Middleware that adds to requests what handlers behind it find there.
 *
 * @template [Adds={}]
 * @template [Needs={}] of what is in front of it
 * @typedef {((req: Request & Needs & Adds, res: Response, next: Next) =>
 *   unknown) & { readonly adds?: Adds }} Middleware
 */
/**
 * @template Added
 * @template Needs
 * @typedef {{
 *   (path: string, handler: Layer<Added>): Router<Added, Needs>
 *   (path: string, options: RouteOptions, handler: Layer<Added>): Router<Added, Needs>
 *   <A>(path: string, first: Middleware<A, Added>,
 *     handler: Layer<Added & A>): Router<Added, Needs>
 *   <A, B>(path: string, first: Middleware<A, Added>,
 *     second: Middleware<B, Added & A>, handler: Layer<Added & A & B>):
 *     Router<Added, Needs>
 *   <A, B, C>(path: string, first: Middleware<A, Added>,
 *     second: Middleware<B, Added & A>, third: Middleware<C, Added & A & B>,
 *     handler: Layer<Added & A & B & C>): Router<Added, Needs>
 *   <A>(path: string, options: RouteOptions, first: Middleware<A, Added>,
 *     handler: Layer<Added & A>): Router<Added, Needs>
 *   <A, B>(path: string, options: RouteOptions, first: Middleware<A, Added>,
 *     second: Middleware<B, Added & A>, handler: Layer<Added & A & B>):
 *     Router<Added, Needs>
 *   (path: string, first: RouteOptions | Layer<Added>, second: Layer<Added>,
 *     ...rest: Layer<Added>[]): Router<Added, Needs>
 * }} Verb registers a handler for a path: options, middleware, the handler
 */
/**
 * @template Added
 * @template Needs
 * @typedef {{
 *   <A>(layer: Middleware<A, Added>): Router<Added & A, Needs>
 *   <A, B>(first: Middleware<A, Added>, second: Middleware<B, Added & A>):
 *     Router<Added & A & B, Needs>
 *   <A, B, C>(first: Middleware<A, Added>, second: Middleware<B, Added & A>,
 *     third: Middleware<C, Added & A & B>): Router<Added & A & B & C, Needs>
 *   (...layers: Layer<Added>[]): Router<Added, Needs>
 * }} Use
 */
/**
 * Answers requests.
 *
 * @template [Added={}] what middleware has added to them
 * @template [Needs={}] of that, what routers around it have to add
 * @typedef {object} Router
 * @property {Use<Added, Needs>} use puts middleware around all that this router
 *   answers; the router that it returns knows what is added
 * @property {Verb<Added, Needs>} get answers GET, and HEAD where no route does
 * @property {Verb<Added, Needs>} head answers HEAD
 * @property {Verb<Added, Needs>} post answers POST
 * @property {Verb<Added, Needs>} put answers PUT
 * @property {Verb<Added, Needs>} patch answers PATCH
 * @property {Verb<Added, Needs>} delete answers DELETE
 * @property {Verb<Added, Needs>} options answers OPTIONS
 * @property {Verb<Added, Needs>} all answers the methods that the path has no route of
 *   its own for
 * @property {{
 *   (method: string, path: string, handler: Layer<Added>): Router<Added, Needs>
 *   (method: string, path: string, first: RouteOptions | Layer<Added>,
 *     second: Layer<Added>, ...rest: Layer<Added>[]): Router<Added, Needs>
 * }} add answers a method, such as `PROPFIND`
 * @property {(prefix: string, child: Router<any, Added>) => Router<Added, Needs>} mount
 *   answers below a prefix with what another router has
 * @property {{
 *   (prefix: string, fill: (group: Router<Added, Added>) => unknown): Router<Added, Needs>
 *   (prefix: string, options: RouterOptions,
 *     fill: (group: Router<Added, Added>) => unknown): Router<Added, Needs>
 * }} group mounts a new router, and hands it to a function that fills it
 * @property {() => void} build builds the table of all routes, if anything has
 *   changed since the last time
 * @property {(req: IncomingMessage, res: ServerResponse) => void} handle
 *   answers a request, one of node:http's own, too
 * @property {() => Router<Added, Needs>} compile turns the routes into a program, as a
 *   server does when it listens
 * @property {PlainRouter['find']} find what answers a method and a path; null:
 *   nothing does
 * @property {PlainRouter['allowed']} allowed the methods that a path can be
 *   asked with
 * @property {PlainRouter['methods']} methods those of all routes together
 * @property {PlainRouter['limits']} limits of routes without their own
 * @property {PlainRouter['fail']} fail answers for an error, as if a handler had
 *   thrown it
 * @property {(added: Needs) => void} [needs] only for TypeScript
 * @property {() => string} toString the trees, drawn
 */
export {}
