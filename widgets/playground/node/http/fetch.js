/** The part of `fetch` that a program needs to ask its own servers. */
import { once } from '../events.js'
import { request as send } from './client.js'

/** @param {unknown} cause */
const failed = (cause) => new TypeError('fetch failed', { cause })

/**
 * Asks a server of this program; there are no others.
 *
 * @param {string | URL | Request} input
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 * @throws {TypeError} with the cause: ECONNREFUSED, ENOTFOUND, …
 */
export async function fetch(input, init) {
  const request = new Request(input, init)
  const { signal, redirect } = request
  let url = new URL(request.url)
  let { method } = request
  let body = new Uint8Array(await request.arrayBuffer())
  for (let hops = 0; hops <= 20; hops++) {
    signal.throwIfAborted()
    const headers = [...request.headers]
    const incoming = await ask(url, { method, headers, body, signal })
    const location = incoming.headers.location
    const isRedirect = [301, 302, 303, 307, 308].includes(incoming.statusCode)
    if (!isRedirect || !location || redirect === 'manual') {
      return responseOf(incoming, { url, isRedirected: hops > 0, method })
    }
    if (redirect === 'error') throw failed(new Error('unexpected redirect'))
    incoming.resume()
    url = new URL(location, url)
    const isPost = method === 'POST' && incoming.statusCode < 303
    if ((incoming.statusCode === 303 && method !== 'HEAD') || isPost) {
      method = 'GET'
      body = new Uint8Array()
    }
  }
  throw failed(new Error('redirect count exceeded'))
}

/**
 * @param {URL} url
 * @param {{ method: string, headers: [string, string][], body: Uint8Array,
 *   signal: AbortSignal }} options
 */
async function ask(url, { method, headers, body, signal }) {
  if (url.protocol !== 'http:') {
    throw failed(new Error(`Protocol "${url.protocol}" not supported`))
  }
  const fields = Object.fromEntries(headers)
  fields.accept ??= '*/*'
  fields['accept-language'] ??= '*'
  fields['user-agent'] ??= 'node'
  if (body.length > 0) fields['content-length'] = String(body.length)
  try {
    const outgoing = /** @type {any} */ (
      send(url, { method, headers: fields, signal })
    )
    // What goes wrong behind the body concerns nobody any more.
    outgoing.on('error', () => {})
    outgoing.end(body.length > 0 ? body : undefined)
    const [incoming] = await once(outgoing, 'response')
    return /** @type {any} */ (incoming)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failed(error)
  }
}

/**
 * @param {any} incoming
 * @param {{ url: URL, isRedirected: boolean, method: string }} context
 */
function responseOf(incoming, { url, isRedirected, method }) {
  const { statusCode: status, statusMessage: statusText, rawHeaders } = incoming
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i], rawHeaders[i + 1])
  }
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status)
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : streamOf(incoming)
  const response = new Response(body, { status, statusText, headers })
  Object.defineProperty(response, 'url', { value: url.href })
  Object.defineProperty(response, 'redirected', { value: isRedirected })
  return response
}

/** @param {any} incoming @returns {ReadableStream<Uint8Array>} */
function streamOf(incoming) {
  let isOver = false
  /** @param {() => void} settle what happens first, and only that */
  const end = (settle) => {
    if (!isOver) settle()
    isOver = true
  }
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (/** @type {Uint8Array} */ chunk) => {
        if (isOver) return
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on('end', () => end(() => controller.close()))
      incoming.on('error', (/** @type {Error} */ cause) =>
        end(() => controller.error(new TypeError('terminated', { cause }))),
      )
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      isOver = true
      incoming.destroy()
    },
  })
}
