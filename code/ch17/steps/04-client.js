import net from 'node:net'
import { encode, readReply } from './04-reply.js'

/** A client of Redis: replies come in the order of the questions. */
export class Client {
  writes = 0
  reads = 0
  #bytes = Buffer.alloc(0)
  /** @type {PromiseWithResolvers<any>[]} */
  #waiting = []

  /** @param {string} url */
  constructor(url) {
    const { hostname: host, port } = new URL(url)
    this.socket = net.connect({ host, port: Number(port), noDelay: true })
    this.socket.on('data', (chunk) => this.#read(chunk))
    this.socket.on('close', () => {
      for (const { reject } of this.#waiting) reject(new Error('closed'))
    })
  }

  /** @param {string[]} words */
  ask(...words) {
    this.send(encode(words))
    const reply = Promise.withResolvers()
    this.#waiting.push(reply)
    return reply.promise
  }

  /** @param {string} text */
  send(text) {
    this.writes++
    this.socket.write(text)
  }

  /** @param {any} chunk a Buffer */
  #read(chunk) {
    this.reads++
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    for (;;) {
      const reply = readReply(this.#bytes)
      if (reply === undefined) return
      this.#bytes = this.#bytes.subarray(reply.end)
      const { resolve, reject } = this.#waiting.shift() ?? {}
      if (reply.value instanceof Error) reject?.(reply.value)
      else resolve?.(reply.value)
    }
  }
}
