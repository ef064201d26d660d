/**
 * The system's Firefox, asked over WebDriver BiDi
 * (https://www.w3.org/TR/webdriver-bidi/). playwright-core needs commands that
 * Debian's Firefox does not have yet, and of those that it has a few do for us.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { patienceInMs } from '../processes/pace.js'
import { firefox } from '../processes/toolchain.js'

/** How long Firefox may take to start, or for a command, in ms. */
const allowed = () => patienceInMs(20)

/**
 * @typedef {object} Firefox
 * @property {(url: string) => Promise<void>} open resolves when the page has
 *   loaded
 * @property {(script: string) => Promise<any>} evaluate the value of an
 *   expression, awaited: a string, a number, a boolean or null; rejects with
 *   what it throws
 * @property {() => Promise<void>} close
 */

/**
 * It needs `WebSocket`: Node.js 22 or later.
 *
 * @returns {Promise<Firefox>} with one page open
 * @throws {Error} that says what to install where there is no Firefox
 */
export async function launchFirefox() {
  const tool = firefox()
  if (!tool.path) throw new Error(tool.reason)
  const profile = await mkdtemp(path.join(os.tmpdir(), 'firefox-'))
  const child = start(tool.path, profile)
  const gone = once(child, 'exit')
  async function end() {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await gone
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { socket, send } = await connect(await addressOf(child))
    return {
      ...(await openTab(send)),
      async close() {
        socket.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * @param {string} program absolute path
 * @param {string} profile absolute path of a folder
 */
function start(program, profile) {
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
    'about:blank',
  ]
  return spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // It keeps what it knows of the user in HOME.
    env: { ...process.env, HOME: profile, TZ: 'UTC' },
  })
}

/** Begins a session. @param {string} address at which Firefox listens */
async function connect(address) {
  const socket = new WebSocket(`${address}/session`)
  const send = commands(socket)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox did not answer'))
  })
  await send('session.new', { capabilities: {} })
  return { socket, send }
}

/**
 * @param {ReturnType<typeof commands>} send
 * @returns {Promise<Pick<Firefox, 'open' | 'evaluate'>>}
 */
async function openTab(send) {
  const { context } = await send('browsingContext.create', { type: 'tab' })
  return {
    async open(url) {
      const wait = 'complete'
      await send('browsingContext.navigate', { context, url, wait })
    },
    async evaluate(expression) {
      const { type, result, exceptionDetails } = await send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      })
      if (type === 'exception') throw new Error(exceptionDetails.text)
      return result.value ?? null
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} the ws: URL at which it listens
 */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    /** @param {string} reason */
    const fail = (reason) => reject(new Error(`Firefox ${reason}\n${said}`))
    const timer = setTimeout(() => fail('did not start in time'), allowed())
    child.on('error', reject)
    child.on('exit', () => fail('ended before it listened'))
    child.stderr?.on('data', (data) => {
      said += data
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)
      if (!found) return
      clearTimeout(timer)
      resolve(found[1])
    })
  })
}

/**
 * @param {WebSocket} socket
 * @returns {(method: string, params: object) => Promise<any>} sends a command
 */
function commands(socket) {
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data)
    // Events have no id.
    waiting.get(answer.id)?.(answer)
  }
  const closed = once(socket, 'close').then(() => ({ error: 'Firefox closed' }))
  let last = 0
  return async (method, params) => {
    const id = ++last
    /** @type {Promise<any>} */
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const late = { error: 'it was not answered in time' }
    const {
      result,
      error,
      message = '',
    } = await Promise.race([
      answer,
      closed,
      delay(allowed(), late, { ref: false }),
    ])
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error} ${message}`.trimEnd())
    return result
  }
}
