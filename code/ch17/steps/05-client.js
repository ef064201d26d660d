import { Client } from './04-client.js'

/** Sends what is asked in one turn of the event loop with one write. */
export class PipelinedClient extends Client {
  #text = ''

  /** @param {string} text */
  send(text) {
    if (this.#text === '') setImmediate(() => this.#flush())
    this.#text += text
  }

  #flush() {
    super.send(this.#text)
    this.#text = ''
  }
}
