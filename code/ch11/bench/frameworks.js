import { createRequire } from 'node:module'
import { Router } from '../lib/index.js'

/**
 * A request through a framework, without a server: what there is of node:http
 * is as little as the framework asks for. Each stack has the same layers, which
 * call `pass` and go on, and a handler that calls `end`.
 *
 * @typedef {object} Work
 * @property {number} layers
 * @property {boolean} isAsync
 * @property {() => void} pass
 * @property {() => void} end
 */
/** @typedef {() => unknown} Run a request; returns a promise when it takes one */

/** @param {string} name of a package among code/contenders/middleware */
function load(name) {
  const folder = process.env.CONTENDERS
  if (!folder) throw new Error('CONTENDERS: expected the folder of contenders')
  return createRequire(`${folder}/middleware/`)(name)
}

/** What is asked of a response when nobody listens. */
class Res {
  headersSent = false
  writableEnded = false
  finished = false
  destroyed = false
  statusCode = 200
  on() {
    return this
  }
  once() {
    return this
  }
  removeListener() {
    return this
  }
  setHeader() {
    return this
  }
  getHeader() {}
  end() {
    this.headersSent = true
    this.writableEnded = true
    this.finished = true
  }
}

class Req {
  method = 'GET'
  url = '/'
  headers = {}
}

/** @param {number} count @param {() => any} make */
const times = (count, make) => Array.from({ length: count }, make)

/**
 * `(req, res, next)` as Express has it: behind `next` there is nothing to wait
 * for.
 *
 * @param {Work} work
 */
const forwards = ({ isAsync, pass }) =>
  isAsync
    ? async (
        /** @type {any} */ _req,
        /** @type {any} */ _res,
        /** @type {any} */ next,
      ) => {
        pass()
        next()
      }
    : (
        /** @type {any} */ _req,
        /** @type {any} */ _res,
        /** @type {any} */ next,
      ) => {
        pass()
        next()
      }

/**
 * `(context, next)` as Koa has it.
 *
 * @param {Work} work
 */
const onion = ({ isAsync, pass }) =>
  isAsync
    ? async (/** @type {any} */ _context, /** @type {any} */ next) => {
        pass()
        await next()
      }
    : (/** @type {any} */ _context, /** @type {any} */ next) => {
        pass()
        return next()
      }

/** @type {Record<string, (work: Work) => Run | Promise<Run>>} */
export const frameworks = {
  velocy: (work) => {
    const { layers, isAsync, pass } = work
    const app = answering(work)
    const make = (/** @type {any} */ _, /** @type {number} */ index) =>
      isAsync
        ? async (
            /** @type {any} */ _req,
            /** @type {any} */ _res,
            /** @type {any} */ next,
          ) => {
            pass()
            await next()
            if (index === 0) app.over()
          }
        : (
            /** @type {any} */ _req,
            /** @type {any} */ _res,
            /** @type {any} */ next,
          ) => {
            pass()
            return next()
          }
    app.router.use(...Array.from({ length: layers }, make))
    return app.run
  },

  'velocy-before': (work) => {
    const { layers, isAsync, pass } = work
    const app = answering({ ...work, layers: 0 })
    const make = () => (isAsync ? async () => pass() : () => pass())
    app.router.use(...times(layers, make))
    return app.run
  },

  express: (work) => {
    const { Router: ExpressRouter } = load('express')
    const router = ExpressRouter()
    for (const layer of times(work.layers, () => forwards(work))) {
      router.use(layer)
    }
    return expressLike(router, (handler) => router.get('/', handler), work)
  },

  polka: (work) => {
    const app = load('polka')()
    for (const layer of times(work.layers, () => forwards(work))) app.use(layer)
    const { handler } = app
    return expressLike(
      (/** @type {any} */ req, /** @type {any} */ res) => handler(req, res),
      (/** @type {any} */ one) => app.get('/', one),
      work,
    )
  },

  // Its whole request handler wants more of a response than there is here; what
  // runs middleware is this package of its own, once per request.
  koa: (work) => {
    const compose = load('koa-compose')
    const run = compose(times(work.layers, () => onion(work)))
    const handler = work.isAsync ? async () => work.end() : () => work.end()
    return () => run({ req: new Req(), res: new Res() }, handler)
  },

  fastify: async ({ layers, isAsync, pass, end }) => {
    const app = load('fastify')()
    for (let i = 0; i < layers; i++) {
      if (isAsync) app.addHook('onRequest', async () => pass())
      else {
        app.addHook(
          'onRequest',
          (
            /** @type {any} */ _req,
            /** @type {any} */ _reply,
            /** @type {any} */ done,
          ) => {
            pass()
            done()
          },
        )
      }
    }
    /** @type {() => void} */
    let over = () => {}
    app.get('/', (/** @type {any} */ _req, /** @type {any} */ reply) => {
      reply.hijack()
      reply.raw.end()
      end()
      over()
    })
    await app.ready()
    const { routing } = app
    if (!isAsync) return () => routing(new Req(), new Res())
    return () =>
      new Promise((resolve) => {
        over = () => resolve(undefined)
        routing(new Req(), new Res())
      })
  },

  hono: (work) => {
    const { Hono } = load('hono')
    const app = new Hono()
    // Called with none, it takes the place of all routes.
    if (work.layers > 0) app.use(...times(work.layers, () => onion(work)))
    const response = new Response('')
    app.get('/', () => {
      work.end()
      return response
    })
    const url = 'http://localhost/'
    return () => app.fetch({ method: 'GET', url, headers: NO_HEADERS })
  },

  h3: (work) => {
    const { H3, H3Event } = load('h3')
    const app = new H3()
    for (const layer of times(work.layers, () => onion(work))) app.use(layer)
    const request = new Request('http://localhost/')
    app.get('/', () => {
      work.end()
      return 'done'
    })
    return () => app.handler(new H3Event(request, undefined, app))
  },
}

const NO_HEADERS = new Headers()

/**
 * A router of ours. An asynchronous request is over when its outermost layer
 * is, or its handler, when there is none.
 *
 * @param {Work} work
 */
function answering({ layers, isAsync, end }) {
  const router = /** @type {any} */ (new Router())
  const app = { router, run: () => {}, over: () => {} }
  const handle = (/** @type {any} */ _req, /** @type {any} */ res) => {
    res.end()
    end()
    if (layers === 0) app.over()
  }
  router.get(
    '/',
    isAsync
      ? async (/** @type {any} */ req, /** @type {any} */ res) =>
          handle(req, res)
      : handle,
  )
  const start = () => router.handle(new Req(), new Res())
  const startAndWait = () =>
    new Promise((resolve) => {
      app.over = () => resolve(undefined)
      start()
    })
  return Object.assign(app, { run: isAsync ? startAndWait : start })
}

/**
 * @param {(req: any, res: any, done: () => void) => void} handle
 * @param {(handler: any) => void} register
 * @param {Work} work
 * @returns {Run}
 */
function expressLike(handle, register, { isAsync, end }) {
  /** @type {() => void} */
  let over = () => {}
  register((/** @type {any} */ _req, /** @type {any} */ res) => {
    res.end()
    end()
    over()
  })
  const nothing = () => {}
  if (!isAsync) return () => handle(new Req(), new Res(), nothing)
  return () =>
    new Promise((resolve) => {
      over = () => resolve(undefined)
      handle(new Req(), new Res(), nothing)
    })
}
