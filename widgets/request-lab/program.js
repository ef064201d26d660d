// Runs beside the chapter's files, in the sandbox of the page: asks the demo
// server, and prints what came of it as one line of JSON.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const [raw, mark] = process.argv.slice(2)

/** @param {string} file of the chapter, or of the lab @returns {Promise<any>} */
const load = (file) => import(new URL(file, import.meta.url).href)

const { createServer, Router } = await load('../lib/index.js')
const { LoopDelay } = await load('../demo/loop-delay.js')
const { pathOf } = await load('../lib/http/target.js')

/** How long the server may take, in ms. */
const TIMEOUT = 3000

/** How often is looked whether it waits for the client, in ms. */
const PAUSE = 5

/** The most of a handler's text that is shown, in characters. */
const LONGEST = 1500

/** @type {{ method: string, path: string }[]} */
const routes = []
const { add } = Router.prototype
Router.prototype.add = function addRoute(
  /** @type {string} */ method,
  /** @type {string} */ path,
  /** @type {unknown[]} */ ...more
) {
  add.call(this, method, path, ...more)
  routes.push({ method, path })
  return this
}

const delay = new LoopDelay()
const router = (await load('../server.js')).routes(delay)
const server = createServer(router)

/** @type {any[]} what happened to each request */
const requests = []

/**
 * Asks the router what it is about to find: for the method of the request, and
 * when that is nothing, for all others, as it does for the field Allow.
 *
 * @param {any} request
 * @param {string} path
 */
function lookUp(request, path) {
  const others = new Set(routes.map(({ method }) => method))
  for (const method of [request.method, ...others]) {
    const lookup = { method, path, route: null, message: null }
    request.lookups.push(lookup)
    try {
      const found = router.find(method, path)
      if (found) Object.assign(lookup, { route: String(found.route) })
      if (found) describe(request, found)
    } catch (error) {
      Object.assign(lookup, { message: textOf(error) })
      return
    }
    const isOwn = request.lookups.length === 1
    if (isOwn && (lookup.route || path === '*')) return
  }
}

/**
 * The first route that is found is the one that answers; others are looked
 * for to say which methods there are.
 *
 * @param {any} request
 * @param {any} found
 */
function describe(request, { route, handler }) {
  if (!request || request.lookups.length > 1) return
  request.route = { method: route.method, path: route.path }
  const source = String(handler)
  const more = source.length > LONGEST ? '\n…' : ''
  request.handler = {
    name: handler.name,
    source: source.slice(0, LONGEST) + more,
  }
}

/** @type {{ req: any, res: any }[]} */
const messages = []
/** @param {any} req @param {any} res */
function before(req, res) {
  messages.push({ req, res })
  const { method, url: target } = req
  requests.push({ method, target, lookups: [], route: null, handler: null })
  lookUp(requests.at(-1), pathOf(target))
}

/** @param {any} req */
function after(req) {
  Object.assign(requests.at(-1), {
    path: req.path || pathOf(req.url),
    params: Object.entries(req.params ?? {}),
    query: attempt(() => Object.entries(req.query ?? pairs(req.queryParams))),
  })
}

for (const event of ['request', 'checkContinue']) {
  // A listener of ours would keep node:http from answering by itself.
  if (server.listenerCount(event) === 0) continue
  server.prependListener(event, before)
  server.on(event, after)
}

/** @param {URLSearchParams} search */
function pairs(search) {
  const found = Object.create(null)
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    found[name] = values.length > 1 ? values : values[0]
  }
  return found
}

/** @param {() => unknown} ask */
function attempt(ask) {
  try {
    return { value: ask() }
  } catch (error) {
    return { message: textOf(error) }
  }
}

/** @param {unknown} error */
const textOf = (error) => (error instanceof Error ? error.message : `${error}`)

/**
 * Sends the request over a connection of its own. When all has been read and
 * answered, or the server waits for the rest of a request, the client ends its
 * side.
 */
async function exchange() {
  const request = Buffer.from(raw)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const client = connect(server.address().port, '127.0.0.1')
  /** @type {number[]} */
  const bytes = []
  let isClosed = false
  client.on('data', (/** @type {Buffer} */ chunk) => bytes.push(...chunk))
  client.on('error', () => {})
  client.on('close', () => {
    isClosed = true
  })
  const [socket] = await accepted
  client.write(request)

  const isIdle = () =>
    !(socket.writableEnded || socket.destroyed) &&
    socket.bytesRead === request.length &&
    bytes.length === socket.bytesWritten &&
    messages.every(({ req, res }) => res.writableFinished || !req.complete)
  const latest = performance.now() + TIMEOUT
  /** @type {number | null} how much had come when the client ended */
  let answered = null
  while (!isClosed && performance.now() < latest) {
    if (answered === null && isIdle()) {
      answered = bytes.length
      client.end()
    }
    await wait(PAUSE)
  }
  client.destroy()
  server.close()
  const isPart = messages.some(({ req }) => !req.complete)
  const isWhole = !isPart && bytes.length > 0 && bytes.length === answered
  const clientEnded = answered !== null && !isWhole
  const isCut = messages.some(({ res }) => !res.writableFinished)
  // What is not whole is refused on the socket, and has no response.
  const isUnanswered = bytes.length === 0 || (isCut && !clientEnded)
  const code = isClosed ? (isUnanswered ? 'closed' : undefined) : 'timeout'
  return { bytes, closed: answered === null, clientEnded, code }
}

const result = await exchange()
delay.stop()
console.log(`${mark}${JSON.stringify({ routes, requests, ...result })}`)
