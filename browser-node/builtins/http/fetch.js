/** `fetch` among the servers of one program; there are no others. */
import { notInPage } from '../errors.js'
import { once } from '../events.js'
import { connect } from '../net.js'
import { Exchange } from './exchange.js'

/** @param {unknown} cause */
const failed = (cause) => new TypeError('fetch failed', { cause })

/**
 * Asks a server of this program.
 *
 * @param {string | URL | Request} input
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 * @throws {TypeError} with the cause: ECONNREFUSED, ENOTFOUND, …
 */
export async function fetch(input, init) {
  const request = new Request(input, init)
  const { signal, redirect } = request
  signal.throwIfAborted()
  const url = new URL(request.url)
  if (url.protocol !== 'http:') {
    throw failed(new Error(`Protocol "${url.protocol}" not supported`))
  }
  const body = new Uint8Array(await request.arrayBuffer())
  const response = await ask(url, request, body)
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
  if (isRedirect && redirect !== 'manual') {
    throw notInPage('fetch of what is redirected')
  }
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

/**
 * @param {URL} url
 * @param {Request} request
 * @param {Uint8Array} body
 * @returns {Promise<Response>} when its head is there
 */
async function ask(url, { method, headers: given, signal }, body) {
  const headers = new Headers({
    host: url.host,
    connection: 'keep-alive',
    accept: '*/*',
    'accept-language': '*',
    'user-agent': 'node',
  })
  for (const [name, value] of given) headers.set(name, value)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({ port: Number(url.port || 80), host })
  const abort = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  socket.on('close', () => signal.removeEventListener('abort', abort))
  try {
    await once(socket, 'connect')
    const target = url.pathname + url.search
    return await new Exchange(socket, { method, target, headers, body })
      .response
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failed(error)
  }
}
