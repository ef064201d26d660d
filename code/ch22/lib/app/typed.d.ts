/**
 * What TypeScript knows of a router: which middleware runs in front of which
 * handlers, and what it adds to their requests. Nothing of it exists when the
 * program runs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteOptions } from '../router/route.js'
import type { Next } from './layer.js'
import type { Request } from './request.js'
import type { Response } from './response.js'
import type { PlainRouter, RouterOptions } from './router.js'

/** A handler, or middleware, of requests that have been added to. */
export type Layer<Added = {}> = (
  req: Request & Added,
  res: Response,
  next: Next,
) => unknown

/**
 * Middleware that adds properties to requests, for the handlers behind it. It
 * runs only where what it needs has been added in front of it.
 */
export type Middleware<Adds = {}, Needs = {}> = ((
  req: Request & Needs & Adds,
  res: Response,
  next: Next,
) => unknown) & { readonly adds?: Adds }

/** A method of a router that registers a route for one HTTP method. */
export interface Verb<Added, Needs> {
  /** Registers a handler for a path such as `/users/:id`. */
  (path: string, handler: Layer<Added>): Router<Added, Needs>
  /** Registers a handler for a path, with limits of its own. */
  (
    path: string,
    options: RouteOptions,
    handler: Layer<Added>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with middleware in front of it. */
  <A>(
    path: string,
    first: Middleware<A, Added>,
    handler: Layer<Added & A>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with middleware in front of it. */
  <A, B>(
    path: string,
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
    handler: Layer<Added & A & B>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with middleware in front of it. */
  <A, B, C>(
    path: string,
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
    third: Middleware<C, Added & A & B>,
    handler: Layer<Added & A & B & C>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with middleware in front of it. */
  <A, B, C, D>(
    path: string,
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
    third: Middleware<C, Added & A & B>,
    fourth: Middleware<D, Added & A & B & C>,
    handler: Layer<Added & A & B & C & D>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with limits and middleware of its own. */
  <A>(
    path: string,
    options: RouteOptions,
    first: Middleware<A, Added>,
    handler: Layer<Added & A>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with limits and middleware of its own. */
  <A, B>(
    path: string,
    options: RouteOptions,
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
    handler: Layer<Added & A & B>,
  ): Router<Added, Needs>
  /** Registers a handler for a path, with limits and middleware of its own. */
  <A, B, C>(
    path: string,
    options: RouteOptions,
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
    third: Middleware<C, Added & A & B>,
    handler: Layer<Added & A & B & C>,
  ): Router<Added, Needs>
  /** Registers a handler for a path: options, then middleware, the handler last. */
  (
    path: string,
    first: RouteOptions | Layer<Added>,
    second: Layer<Added>,
    ...rest: Layer<Added>[]
  ): Router<Added, Needs>
}

/** Answers requests with the handlers of its routes. */
export interface Router<Added = {}, Needs = {}> {
  /**
   * Puts middleware around everything that this router answers. The router that
   * it returns knows what the middleware adds.
   */
  use<A>(layer: Middleware<A, Added>): Router<Added & A, Needs>
  /** Puts middleware around everything that this router answers. */
  use<A, B>(
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
  ): Router<Added & A & B, Needs>
  /** Puts middleware around everything that this router answers. */
  use<A, B, C>(
    first: Middleware<A, Added>,
    second: Middleware<B, Added & A>,
    third: Middleware<C, Added & A & B>,
  ): Router<Added & A & B & C, Needs>
  /** Puts middleware around everything that this router answers. */
  use(...layers: Layer<Added>[]): Router<Added, Needs>

  /** Answers GET, and HEAD where the path has no route for it. */
  get: Verb<Added, Needs>
  /** Answers HEAD. */
  head: Verb<Added, Needs>
  /** Answers POST. */
  post: Verb<Added, Needs>
  /** Answers PUT. */
  put: Verb<Added, Needs>
  /** Answers PATCH. */
  patch: Verb<Added, Needs>
  /** Answers DELETE. */
  delete: Verb<Added, Needs>
  /** Answers OPTIONS. */
  options: Verb<Added, Needs>
  /** Answers the methods for which the path has no route of its own. */
  all: Verb<Added, Needs>

  /** Registers a handler for a method such as `PROPFIND`. */
  add(method: string, path: string, handler: Layer<Added>): Router<Added, Needs>
  /** Registers a handler for a method such as `PROPFIND`. */
  add(
    method: string,
    path: string,
    first: RouteOptions | Layer<Added>,
    second: Layer<Added>,
    ...rest: Layer<Added>[]
  ): Router<Added, Needs>

  /** Answers below a prefix with everything that another router has. */
  mount(prefix: string, child: Router<any, Added>): Router<Added, Needs>
  /** Mounts a new router below a prefix, and passes it to a function that fills it. */
  group(
    prefix: string,
    fill: (group: Router<Added, Added>) => unknown,
  ): Router<Added, Needs>
  /** Mounts a new router with options below a prefix. */
  group(
    prefix: string,
    options: RouterOptions,
    fill: (group: Router<Added, Added>) => unknown,
  ): Router<Added, Needs>

  /** Answers a request, as a `request` listener of node:http's server, too. */
  handle: (req: IncomingMessage, res: ServerResponse) => void
  /** Turns the routes into a program, as a server does when it listens. */
  compile(): Router<Added, Needs>
  /** Finds the handler for a method and a path, or null if no route matches. */
  find: PlainRouter['find']
  /** Lists the methods that a path can be asked with. */
  allowed: PlainRouter['allowed']
  /** Lists the methods that any route has. */
  methods: PlainRouter['methods']
  /** Draws the routes as a tree. */
  toString(): string

  /** @internal Limits of routes that don't set their own. */
  limits: PlainRouter['limits']
  /** @internal Builds the table of all routes if anything has changed. */
  build(): void
  /** @internal Answers for an error, as if a handler had thrown it. */
  fail: PlainRouter['fail']
  /** @internal Tells TypeScript what has to be added in front of this router. */
  needs?: (added: Needs) => void
}
