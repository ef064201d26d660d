import { EventEmitter } from 'node:events'
import { shared } from '../common/shared.js'
import { failed } from '../log/logger.js'
import { isAlone } from './primary.js'
import { listenTo, self, tell } from './self.js'

/** @import { Destination } from '../log/logger.js' */
/** @import { Child } from './child.js' */
/** @import { Cluster } from './supervisor.js' */

/** How many characters wait in a worker at most, 16 Mi. */
const LIMIT = 16 * 1024 * 1024

/** How many are more than a message is worth, 1 Mi. */
const PLENTY = 1024 * 1024

/**
 * Lines on their way to the primary, which writes them for all workers: those
 * of a turn of the event loop as one message, and the next one when that is
 * written. Emits `drain` when nothing waits any more after `write` has
 * returned false.
 */
export class Lines extends EventEmitter {
  #send
  #limit
  #now
  #lines = ''
  /** Whether a message is on its way, and whether one is about to be. */
  #isSent = false
  #isDue = false
  #needsDrain = false
  #unreported = 0
  /** How many lines were lost, because too many were waiting. */
  dropped = 0
  /** With 0, a line is sent when it comes: flushOnExit asks for it. */
  batchSize = Number.POSITIVE_INFINITY

  /**
   * @param {(lines: string) => void} send
   * @param {{ limit?: number, now?: () => number }} [options] characters that
   *   wait at most; ms since 1970
   */
  constructor(send, { limit = LIMIT, now = Date.now } = {}) {
    super()
    this.#send = send
    this.#limit = limit
    this.#now = now
  }

  /**
   * @param {string} line with its line end
   * @returns {boolean} false: the primary can't keep up. If you can, wait for
   *   `drain`. The line itself is kept, unless `limit` characters are waiting.
   */
  write(line) {
    // After a gap nothing is taken until the gap is reported.
    const hasRoom = this.#lines.length + line.length <= this.#limit
    if (!hasRoom || this.#unreported > 0) return this.#drop()
    this.#lines += line
    if (this.batchSize === 0) this.flushSync()
    else this.#schedule()
    const isLate = this.#lines.length > PLENTY
    this.#needsDrain ||= isLate
    return !isLate
  }

  #drop() {
    this.dropped++
    this.#unreported++
    this.#needsDrain = true
    return false
  }

  #schedule() {
    if (this.#isDue || this.#isSent) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.flushSync()
    })
  }

  /** The primary has written what was sent last. */
  written() {
    this.#isSent = false
    if (this.#lines !== '') return this.flushSync()
    if (this.#unreported > 0) return this.#report()
    if (this.#needsDrain) this.emit('drain')
    this.#needsDrain = false
    return true
  }

  /** Puts a line where lines were lost. */
  #report() {
    const [time, dropped] = [this.#now(), this.#unreported]
    const report = { time, level: 'warn', dropped, msg: 'lines dropped' }
    this.#unreported = 0
    this.#lines = `${JSON.stringify(report)}\n`
    return this.flushSync()
  }

  /**
   * Sends what waits, also when the last message is still on its way.
   *
   * @returns {boolean} true: what is sent is the primary's business
   */
  flushSync() {
    if (this.#lines === '') return true
    const lines = this.#lines
    this.#lines = ''
    this.#isSent = true
    this.#send(lines)
    return true
  }
}

/**
 * A destination for the loggers of a worker: the primary writes the lines to
 * where its own logger writes. A worker's lines keep their order, and each is
 * whole. What a worker has not sent when it is killed is lost: that of a turn,
 * and what waits for the primary; so is what it writes when that is gone, and
 * what the channel does not take at once when it crashes.
 * Without a cluster it is standard output.
 *
 * @returns {Lines | typeof process.stdout}
 */
export const logToPrimary = () =>
  isAlone() ? process.stdout : shared('cluster.lines', openLines)

function openLines() {
  const lines = new Lines((text) => tell({ velocy: 'lines', lines: text }))
  listenTo((message) => {
    if (message.velocy === 'written') lines.written()
  })
  self.lastWords.push(() => lines.flushSync())
  process.on('exit', () => {
    // Other listeners may come after this one and have something to say.
    lines.batchSize = 0
    lines.flushSync()
  })
  return lines
}

/** Writes what the workers send. @param {Cluster} cluster */
export function takeLines(cluster) {
  const { destination = process.stdout } = cluster.settings.log ?? {}
  /** @type {Set<Child>} those that wait for the destination */
  const waiting = new Set()
  /** @param {Child} child */
  const acknowledge = (child) => child.send({ velocy: 'written' })
  const onDrain = () => {
    for (const child of waiting) acknowledge(child)
    waiting.clear()
  }
  cluster.on('message', (child, message) => {
    if (message.velocy !== 'lines') return
    const isReady = writeEach(destination, message.lines)
    if (isReady || !isEmitter(destination)) return acknowledge(child)
    if (waiting.size === 0) destination.once('drain', onDrain)
    waiting.add(child)
  })
}

/**
 * Whether it can tell when it is ready again.
 *
 * @param {any} destination
 * @returns {destination is EventEmitter}
 */
const isEmitter = (destination) => typeof destination.once === 'function'

/**
 * One by one: a file that becomes full goes on in the next one between two
 * lines, and not within one.
 *
 * @param {Destination} destination
 * @param {string} lines
 * @returns {boolean} false: please wait
 */
export function writeEach(destination, lines) {
  let isReady = true
  try {
    for (let start = 0, end; start < lines.length; start = end) {
      end = lines.indexOf('\n', start) + 1 || lines.length
      isReady = destination.write(lines.slice(start, end)) !== false
    }
  } catch (error) {
    failed(destination, error)
  }
  return isReady
}
