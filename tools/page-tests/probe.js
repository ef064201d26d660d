/**
 * node tools/page-tests/probe.js FILE: whether a reader's server can be tested at
 * all. It is loaded, started twice, asked for / and closed. Prints a line
 * `PROBE {…}` when it is loaded, and one with what is wrong, or `done`, at the
 * end. When the server ends the process, Node has said why.
 */
import http from 'node:http'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { patience } from '../processes/pace.js'
import { portTaken } from './port.js'

/** How long each step may take, in seconds. */
const allowed = patience(5)

/** @typedef {import('./port.js').Problem} Problem */

class Trouble extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.id)
    this.problem = problem
  }
}

/** @typedef {{ loaded?: true, done?: true, problem?: Problem }} Message */

/** @param {Message} message @param {() => void} [then] */
const tell = (message, then) =>
  process.stdout.write(`\nPROBE ${JSON.stringify(message)}\n`, then)

/** @param {Message} message */
const end = (message) => tell(message, () => process.exit(0))

/** @param {unknown} value */
const shown = (value) => {
  const text = inspect(value, { depth: 0, breakLength: Infinity })
  return text.length > 120 ? `${text.slice(0, 120)} …` : text
}

/** @param {unknown} error */
const nameOf = (error) =>
  error instanceof Error ? String(error) : shown(error)

/**
 * @template T
 * @param {() => T | Promise<T>} act
 * @param {Pick<Problem, 'id' | 'values'>} problem when it fails, or does not
 *   end
 * @returns {Promise<T>}
 */
async function step(act, problem) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const { id, values } = problem
      const seconds = Math.round(allowed)
      reject(
        new Trouble({ id, got: 'gotLate', values: { ...values, seconds } }),
      )
    }, 1000 * allowed)
  })
  try {
    return await Promise.race([
      (async () => act())(),
      /** @type {Promise<never>} */ (late),
    ])
  } catch (error) {
    if (error instanceof Trouble) throw error
    const taken = portTaken(String(error))
    if (taken) throw new Trouble(taken)
    const stack = error instanceof Error ? error.stack : undefined
    const values = { ...problem.values, error: nameOf(error) }
    throw new Trouble({ id: problem.id, got: 'gotError', values, stack })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {string} url
 * @param {http.Agent} agent
 * @returns {Promise<void>} when any answer has come
 */
const ask = (url, agent) =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        response.resume()
        response.on('end', () => resolve())
        response.on('error', reject)
      })
      .on('error', reject)
  })

/**
 * @param {Function} start
 * @returns {Promise<string>} the port that it chose
 */
async function tryOut(start) {
  const app = await step(() => start({ port: 0, host: '127.0.0.1' }), {
    id: 'startFails',
  })
  const wellFormed =
    typeof app?.url === 'string' &&
    URL.canParse(app.url) &&
    typeof app?.close === 'function'
  if (!wellFormed) {
    throw new Trouble({
      id: 'noUrl',
      got: 'gotError',
      values: { error: shown(app) },
    })
  }
  const agent = new http.Agent({ keepAlive: true })
  await step(() => ask(`${app.url}/`, agent), {
    id: 'noAnswer',
    values: { url: app.url },
  })
  await step(() => app.close(), { id: 'noClose' })
  agent.destroy()
  return new URL(app.url).port
}

const [file] = process.argv.slice(2)
const module = await import(pathToFileURL(file).href)
tell({ loaded: true })
try {
  if (typeof module.start !== 'function') {
    const names = Object.keys(module)
    const isEmpty = names.length === 0
    throw new Trouble({
      id: 'noStart',
      got: isEmpty ? 'gotNoExport' : 'gotExports',
      values: { names: names.join(', ') },
    })
  }
  const first = await tryOut(module.start)
  const second = await tryOut(module.start)
  if (first === second) {
    throw new Trouble({
      id: 'fixedPort',
      got: 'gotTwice',
      values: { port: first },
    })
  }
  end({ done: true })
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  end({ problem: error.problem })
}
