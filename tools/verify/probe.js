/**
 * node tools/verify/probe.js FILE: whether a reader's server can be tested at
 * all. It is loaded, started twice, asked for / and closed. Prints a line
 * `PROBE {…}` when it is loaded, and one with what is wrong, or `done`, at the
 * end. When the server ends the process, Node has said why.
 */
import http from 'node:http'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { patience } from '../processes/pace.js'

/** How long each step may take, in seconds. */
const allowed = patience(5)

/**
 * @typedef {object} Problem
 * @property {string} what
 * @property {string} got
 * @property {string} expected
 * @property {string} todo
 * @property {string} [stack] of the reader's error
 */

class Trouble extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.what)
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
 * @param {Omit<Problem, 'got'>} problem when it fails, or does not end
 * @returns {Promise<T>}
 */
async function step(act, problem) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const got = `nothing yet after ${Math.round(allowed)} s`
      reject(new Trouble({ ...problem, got }))
    }, 1000 * allowed)
  })
  try {
    return await Promise.race([
      (async () => act())(),
      /** @type {Promise<never>} */ (late),
    ])
  } catch (error) {
    if (error instanceof Trouble) throw error
    const stack = error instanceof Error ? error.stack : undefined
    throw new Trouble({ ...problem, got: nameOf(error), stack })
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
    what: 'start() does not start it',
    expected: 'a promise that resolves when the server listens',
    todo:
      'await the event "listening" in start(), and let the port that it is ' +
      'given be the one that it listens on',
  })
  const wellFormed =
    typeof app?.url === 'string' &&
    URL.canParse(app.url) &&
    typeof app?.close === 'function'
  if (!wellFormed) {
    throw new Trouble({
      what: 'start() does not say where the server is',
      got: shown(app),
      expected: "{ url: 'http://127.0.0.1:PORT', close: [Function] }",
      todo: 'return such an object from start()',
    })
  }
  const agent = new http.Agent({ keepAlive: true })
  await step(() => ask(`${app.url}/`, agent), {
    what: `GET / is not answered at ${app.url}`,
    expected: 'any answer, be it 404',
    todo: 'end each response, and let url name the port that it listens on',
  })
  await step(() => app.close(), {
    what: 'close() does not stop it',
    expected: 'a promise that resolves when the server has stopped',
    todo:
      'close the connections too: one that is idle, as browsers keep some, ' +
      'holds the server open',
  })
  agent.destroy()
  return new URL(app.url).port
}

const [file] = process.argv.slice(2)
const module = await import(pathToFileURL(file).href)
tell({ loaded: true })
try {
  if (typeof module.start !== 'function') {
    const names = Object.keys(module)
    throw new Trouble({
      what: 'It exports no function start()',
      got: names.length > 0 ? `exports: ${names.join(', ')}` : 'no export',
      expected: 'export async function start({ port, host })',
      todo:
        'put what starts the server into such a function, which resolves to ' +
        '{ url, close } once the server listens',
    })
  }
  const first = await tryOut(module.start)
  const second = await tryOut(module.start)
  if (first === second) {
    throw new Trouble({
      what: 'start() does not listen on the port that it is given',
      got: `port ${first}, twice, for start({ port: 0 })`,
      expected: 'a port that is free, another one each time',
      todo: 'pass port on to server.listen(), and take url from server.address()',
    })
  }
  end({ done: true })
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  end({ problem: error.problem })
}
