/**
 * Runs stores until its stdin closes, which the system sees to when the
 * process that started it ends, in whatever way. It leads a session of its
 * own, so Ctrl-C in a terminal doesn't reach it. A store that ends before is
 * started again after two seconds, where it was.
 *
 *     node tools/stores/keeper.js '[["redis",6379]]'
 *
 * The number is the port that is preferred, 0 for any. It prints one line of
 * JSON: for each store `{ url, pid }` or `{ reason }`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../processes/free-port.js'
import { endGroup, signalGroup } from '../processes/groups.js'
import { patienceInMs } from '../processes/pace.js'
import { initdb, programs } from './programs.js'

/** @typedef {import('./programs.js').StoreName} StoreName */
/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ url: string, pid: number } | { reason: string }} Report */

/**
 * @typedef {object} Kind of store
 * @property {(port: number) => string} url
 * @property {NodeJS.Signals} end the signal that ends it at once
 * @property {(program: string, folder: string, port: number) =>
 *   { command: string[], input?: string }[]} commands the last is the store
 */

/** @type {Record<StoreName, Kind>} */
const kinds = {
  redis: {
    url: (port) => `redis://127.0.0.1:${port}`,
    end: 'SIGKILL',
    commands: (program, folder, port) => [
      {
        command: [
          ...[program, '--bind', '127.0.0.1', '--port', String(port)],
          ...['--dir', folder, '--save', '', '--appendonly', 'no'],
          ...['--maxmemory', '128mb'],
        ],
      },
    ],
  },
  postgres: {
    url: (port) => `postgres://velocy@127.0.0.1:${port}/velocy`,
    // "Immediate shutdown": its processes end, and what they share goes.
    end: 'SIGQUIT',
    commands(program, folder, port) {
      // The data is thrown away, so none of it needs to survive a crash.
      const settings = [
        'fsync=off',
        'synchronous_commit=off',
        'full_page_writes=off',
        'shared_buffers=32MB',
        'max_wal_size=128MB',
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        `port=${port}`,
      ].flatMap((setting) => ['-c', setting])
      const data = ['-D', path.join(folder, 'data')]
      const create = [
        ...[initdb(program), ...data, '--username=velocy', '--auth=trust'],
        ...['--no-sync', '--encoding=UTF8', '--locale=C'],
      ]
      const single = [program, '--single', ...data, '-c', 'fsync=off']
      return [
        { command: create },
        { command: [...single, 'postgres'], input: 'CREATE DATABASE velocy' },
        { command: [program, ...data, ...settings] },
      ]
    },
  },
}

/** PostgreSQL refuses to be run by root, and Redis has no need of it. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  /** @param {string} option */
  const id = (option) => Number(execFileSync('/usr/bin/id', [option, 'nobody']))
  return { uid: id('-u'), gid: id('-g') }
}

/** How long a store that has ended is left alone, in ms. */
const pause = 2000

/** A store, from its first command to the end of its last. */
class Store {
  #kind
  #folder = mkdtempSync(path.join(os.tmpdir(), 'store-'))
  #user = unprivileged()
  #output = ''
  /** @type {ChildProcess | undefined} */
  #child
  #isStopped = false

  /** @param {Kind} kind */
  constructor(kind) {
    this.#kind = kind
    const { uid, gid } = this.#user
    if (uid !== undefined) chownSync(this.#folder, uid, gid)
  }

  /**
   * @param {string} program
   * @param {number} wanted port
   * @returns {Promise<Report>}
   */
  async start(program, wanted) {
    const port = await freePort(wanted)
    const commands = this.#kind.commands(program, this.#folder, port)
    const last = commands[commands.length - 1]
    for (const { command, input } of commands) {
      const child = this.#spawn(command, input)
      const isStore = command === last.command
      const ended = once(child, 'close')
      const isReady = await Promise.race([
        ended.then(([status]) => !isStore && status === 0),
        once(child, 'ready').then(() => isStore),
        delay(patienceInMs(30), false, { ref: false }),
      ])
      if (!isReady) {
        return { reason: `${command[0]} failed\n${this.#output.trim()}` }
      }
    }
    this.#watch(last.command)
    const pid = /** @type {number} */ (this.#child?.pid)
    return { url: this.#kind.url(port), pid }
  }

  /** @param {string[]} command that is running */
  #watch(command) {
    this.#child?.once('close', async () => {
      if (this.#isStopped) return
      console.error(`${command[0]} has ended; it starts again in 2 s`)
      await delay(pause)
      if (this.#isStopped) return
      this.#spawn(command)
      this.#watch(command)
    })
  }

  /** @param {string[]} command @param {string} [input] */
  #spawn([file, ...args], input = '') {
    const child = spawn(file, args, {
      ...this.#user,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
    })
    this.#child = child
    child.stdin.on('error', () => {}).end(input)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.#output = (this.#output + text).slice(-2000)
        if (/ready to accept connections/i.test(this.#output)) {
          child.emit('ready')
        }
      })
    }
    child.on('error', (error) => {
      this.#output += error.message
    })
    return child
  }

  async stop() {
    this.#isStopped = true
    const child = this.#child
    if (child?.pid && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'close')
      // One that has been stopped would not see the signal.
      signalGroup(child.pid, 'SIGCONT')
      await endGroup(child, this.#kind.end, 6000)
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @type {Store[]} */
const stores = []

/** @param {StoreName} name @param {number} port @returns {Promise<Report>} */
async function start(name, port) {
  const { path: program, reason } = programs[name]()
  if (!program) return { reason }
  const store = new Store(kinds[name])
  stores.push(store)
  return store.start(program, port)
}

process.stdin.resume().once('end', async () => {
  await Promise.all(stores.map((store) => store.stop()))
  process.exit()
})
process.stdout.on('error', () => {})
/** @type {[StoreName, number][]} */
const wanted = JSON.parse(process.argv[2])
const reports = await Promise.all(
  wanted.map(async ([name, port]) => [name, await start(name, port)]),
)
console.log(JSON.stringify(Object.fromEntries(reports)))
