import { VelocyError } from '../common/errors.js'

/**
 * @typedef {unknown[]} Question what it is about, and what the one who answers
 *   needs to know
 */
/**
 * @typedef {{ value?: any, code?: string, message?: string }} Answer with a
 *   code it is an error
 */
/**
 * @typedef {object} Asked
 * @property {Question} question
 * @property {(value: any) => void} resolve
 * @property {(error: VelocyError) => void} reject
 */

/** How many questions wait at most. Nobody can read that many answers. */
const LIMIT = 100_000

/**
 * What a worker asks its primary. All questions of a turn of the event loop go
 * as one message, and the answers come as one, in the same order.
 */
export class Questions {
  /** @type {Asked[]} in this turn */
  #now = []
  /** @type {Asked[][]} under way, the oldest first */
  #sent = []
  #waiting = 0
  #send
  #limit

  /**
   * @param {(questions: Question[]) => void} send
   * @param {number} [limit] how many wait at most, 100,000
   */
  constructor(send, limit = LIMIT) {
    this.#send = send
    this.#limit = limit
  }

  /**
   * @param {Question} question
   * @returns {Promise<any>}
   * @throws {VelocyError} ERR_VELOCY_PRIMARY_BUSY, ERR_VELOCY_PRIMARY_GONE;
   *   what answering throws
   */
  ask(question) {
    return new Promise((resolve, reject) => {
      if (this.#waiting >= this.#limit) return reject(busy(this.#limit))
      this.#waiting++
      if (this.#now.length === 0) setImmediate(() => this.flush())
      this.#now.push({ question, resolve, reject })
    })
  }

  /** Sends what was asked in this turn, without waiting for its end. */
  flush() {
    const asked = this.#now
    if (asked.length === 0) return
    this.#now = []
    this.#sent.push(asked)
    this.#send(asked.map(({ question }) => question))
  }

  /** @param {Answer[]} answers to the oldest message */
  answer(answers) {
    const asked = this.#sent.shift() ?? []
    this.#waiting -= asked.length
    for (const [index, { resolve, reject }] of asked.entries()) {
      const { code, message = '', value } = answers[index]
      if (code === undefined) resolve(value)
      else reject(new VelocyError(code, message))
    }
  }

  /** Nobody will answer any more. */
  giveUp() {
    const asked = [...this.#sent.flat(), ...this.#now]
    this.#sent = []
    this.#now = []
    this.#waiting = 0
    for (const { reject } of asked) reject(gone())
  }
}

/** @param {number} limit */
function busy(limit) {
  const message =
    `got ${limit} questions that wait for the primary, expected fewer: it ` +
    'cannot keep up'
  return new VelocyError('ERR_VELOCY_PRIMARY_BUSY', message, { status: 503 })
}

function gone() {
  const message =
    'The primary is gone, and with it what the workers share: this worker ' +
    'ends, too'
  return new VelocyError('ERR_VELOCY_PRIMARY_GONE', message, { status: 503 })
}

/**
 * Answers a message of questions, in the order of a primary's turns: while one
 * is answered no other is, and that makes each of them atomic.
 *
 * @param {Question[]} questions
 * @param {Record<string, (...args: any[]) => unknown>} topics
 * @returns {Answer[]}
 */
export function answerAll(questions, topics) {
  return questions.map(([topic, ...args]) => {
    try {
      const name = String(topic)
      if (!Object.hasOwn(topics, name)) throw new Error(`no topic: ${name}`)
      return { value: topics[name](...args) }
    } catch (error) {
      const isOurs = error instanceof VelocyError
      const code = isOurs ? error.code : 'ERR_VELOCY_PRIMARY'
      return { code, message: isOurs ? error.message : String(error) }
    }
  })
}
