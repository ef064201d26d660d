/** http.request over a connection of the program: what `inject` needs. */
import { Buffer } from '../buffer.js'
import { notInPage } from '../errors.js'
import { EventEmitter } from '../events.js'
import { Readable } from '../stream.js'
import { Exchange } from './exchange.js'

class ClientRequest extends EventEmitter {
  #options
  #socket

  /** @param {any} options */
  constructor(options) {
    super()
    if (!options.createConnection) {
      throw notInPage('http.request without createConnection')
    }
    this.#options = options
    this.#socket = options.createConnection()
  }

  /** @param {string | Uint8Array} [body] the whole of it */
  end(body = '') {
    const { method = 'GET', path: target = '/' } = this.#options
    const headers = new Headers({ host: 'localhost' })
    for (const [name, value] of Object.entries(this.#options.headers ?? {})) {
      headers.delete(name)
      for (const one of [value].flat()) headers.append(name, one)
    }
    const asked = { method, target, headers, body: Buffer.from(body) }
    new Exchange(this.#socket, asked).response.then(
      (response) => this.emit('response', new IncomingResponse(response)),
      (error) => this.emit('error', error),
    )
    return this
  }

  /** @param {Error} [error] */
  destroy(error) {
    this.#socket.destroy(error)
    return this
  }
}

class IncomingResponse extends Readable {
  #reader

  /** @param {Response} response */
  constructor({ status, statusText, headers, body }) {
    super()
    this.statusCode = status
    this.statusMessage = statusText
    this.rawHeaders = [...headers].flat()
    this.#reader = body?.getReader()
  }

  async _read() {
    try {
      const { value } = (await this.#reader?.read()) ?? {}
      this.push(value ?? null)
    } catch (error) {
      this.destroy(/** @type {any} */ (error).cause)
    }
  }
}

/** @param {any} options with `createConnection` */
export const request = (options) => new ClientRequest(options)
