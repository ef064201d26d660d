#!/usr/bin/env node
/**
 * The client of benchmarks of messages: `node messages.js OPTIONS`. In a closed
 * loop, it sends the next message when an answer has come: on each connection
 * (echo), or on the first of those that all get it (broadcast). It compares
 * every byte of the answers. It prints how many have come, and the CPU time
 * that the processes of the server have used meanwhile.
 */
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openAll } from './idle.js'
import { usageOf } from './processes.js'
import { openSocket, READ, textFrame } from './web-socket.js'

/**
 * @typedef {object} Options
 * @property {number} port
 * @property {string} path
 * @property {string} [hello]
 * @property {'echo' | 'broadcast'} way
 * @property {string} text of each message
 * @property {number} connections
 * @property {number} pipeline messages under way: on each connection, or of the
 *   one that sends
 * @property {number} warmup seconds
 * @property {number} duration seconds
 * @property {number} group the server's processes
 */
/** @typedef {import('./web-socket.js').Opened} Opened */

/** How long the last answers may take, in ms. */
const PATIENCE = 10_000

/** The most messages that are sent at once, each with a key of its own. */
const MOST = 64

class Load {
  sent = 0
  come = 0
  isOver = false
  #next = 0

  /** @param {Options} options @param {Opened[]} connections */
  constructor({ way, text, pipeline }, connections) {
    this.text = text
    this.answer = textFrame(text)
    const { length } = this.answer
    // From wherever in an answer a read begins.
    this.answers = Buffer.alloc(
      length * Math.ceil(READ / length + 1),
      this.answer,
    )
    const messages = Array.from({ length: MOST }, () =>
      textFrame(text, randomBytes(4)),
    )
    this.messages = Buffer.concat(messages)
    this.isEcho = way === 'echo'
    this.pipeline = pipeline
    this.connections = connections
    /** How many answers a message has. */
    this.share = this.isEcho ? 1 : connections.length
  }

  start() {
    const { connections, pipeline, isEcho } = this
    for (const connection of connections) {
      let at = 0
      connection.receive = (chunk) => {
        at = this.#receive(connection, chunk, at)
      }
      connection.socket.on('close', () => {
        if (!this.isOver) throw new Error('the server closed a connection')
      })
    }
    const senders = isEcho ? connections : connections.slice(0, 1)
    for (const sender of senders) this.#send(sender, pipeline)
  }

  /** @param {Opened} connection @param {number} count */
  #send({ socket }, count) {
    if (this.#next + count > MOST) this.#next = 0
    const size = this.messages.length / MOST
    const from = this.#next * size
    socket.write(this.messages.subarray(from, from + count * size))
    this.#next += count
    this.sent += count
  }

  /**
   * @param {Opened} connection
   * @param {Buffer} chunk
   * @param {number} at where in an answer it begins
   * @returns {number} where in an answer it ends
   */
  #receive(connection, chunk, at) {
    const { answer, answers, connections, pipeline, share } = this
    const end = at + chunk.length
    if (answers.compare(chunk, 0, chunk.length, at, end) !== 0) {
      const got = JSON.stringify(chunk.toString('latin1', 0, 80))
      throw new Error(`got ${got}, expected ${this.text.slice(0, 80)}`)
    }
    const count = Math.floor(end / answer.length)
    this.come += count
    if (count > 0 && !this.isOver) {
      const free = pipeline - this.sent + Math.floor(this.come / share)
      if (this.isEcho) this.#send(connection, count)
      else if (free > 0) this.#send(connections[0], free)
    }
    return end % answer.length
  }

  async stop() {
    this.isOver = true
    const expected = this.sent * this.share
    const deadline = performance.now() + PATIENCE
    while (this.come < expected) {
      if (performance.now() > deadline) {
        throw new Error(`got ${this.come} messages, expected ${expected}`)
      }
      await sleep(10)
    }
    for (const { socket } of this.connections) socket.destroy()
  }
}

/** @param {Options} options */
export async function run(options) {
  const { port, path, hello, warmup, duration, group } = options
  const place = { port, path, hello }
  const opened = await openAll(options.connections, () => openSocket(place))
  const load = new Load(options, opened)
  load.start()
  await sleep(1000 * warmup)
  const before = { come: load.come, cpu: usageOf(group).cpu }
  const begin = performance.now()
  await sleep(1000 * duration)
  const { come } = load
  const { cpu } = usageOf(group)
  const seconds = (performance.now() - begin) / 1000
  await load.stop()
  return { messages: come - before.come, cpu: cpu - before.cpu, seconds }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2]))))
}
