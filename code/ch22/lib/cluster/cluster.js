import { EventEmitter, once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from '../common/backoff.js'
import { VelocyError } from '../common/errors.js'
import { Child, setUpWorkers } from './child.js'
import { sum } from './metrics.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { FromWorker } from './channel.js' */
/** @import { Exit, Reason } from './child.js' */
/** @import { Metrics } from './metrics.js' */
/** @import { Settings } from './options.js' */

/**
 * @typedef {object} WorkerInfo
 * @property {number} id from 1
 * @property {number | undefined} pid undefined while it waits to be restarted
 * @property {number} generation how many reloads came before it
 * @property {Child['state'] | 'waiting'} state waiting: for its restart
 * @property {number} readySince in ms since 1970; 0: not yet
 */
/**
 * @typedef {object} ClusterEvents and their arguments
 * @property {[WorkerInfo, Child]} ready
 * @property {[Exit, Child]} exit
 * @property {[{ generation: number, replaced: number, error?: VelocyError }]} reload
 * @property {[]} close
 * @property {[Child, FromWorker]} message
 */

/**
 * The workers, seen from the primary.
 *
 * @extends {EventEmitter<ClusterEvents>}
 */
export class Cluster extends EventEmitter {
  /** How many reloads there were. */
  generation = 0
  /** Whether all workers have been ready. */
  isStarted = false
  /** @internal @type {Set<Child>} all processes, also those that leave */
  children = new Set()
  /** @type {Map<number, Child>} by id, the one that has the place */
  #places = new Map()
  /** How many workers have crashed in a row. */
  #crashes = 0
  /** Requests of workers that have ended. */
  #past = 0
  #closing = new AbortController()
  /** @type {Promise<void> | undefined} */
  #closed
  /** @type {Promise<unknown>} */
  #reload = Promise.resolve()
  /** @type {Promise<{ replaced: number }> | undefined} */
  #nextReload

  /** @param {Settings} settings */
  constructor(settings) {
    super()
    /** @internal */
    this.settings = settings
    setUpWorkers(settings)
  }

  /** Whether its workers are leaving, or have left. */
  get isClosing() {
    return this.#closing.signal.aborted
  }

  /** Where it listens. */
  get url() {
    const { host = 'localhost' } = this.settings
    const isAll = host === '0.0.0.0' || host === '::'
    const name = host.includes(':') ? `[${host}]` : host
    const scheme = this.#places.get(1)?.isSecure ? 'https' : 'http'
    return `${scheme}://${isAll ? 'localhost' : name}:${this.settings.port}`
  }

  /** Where it listens, as server.address() tells it. */
  address() {
    return this.#places.get(1)?.address
  }

  /** All workers, by their ids. @returns {WorkerInfo[]} */
  get workers() {
    const { generation, settings } = this
    const infos = [...this.children].map(describe)
    for (let id = 1; id <= settings.workers; id++) {
      if (infos.some((info) => info.id === id)) continue
      const state = /** @type {const} */ ('waiting')
      infos.push({ id, pid: undefined, generation, state, readySince: 0 })
    }
    return infos.sort((a, b) => a.id - b.id)
  }

  /**
   * Starts one worker, to see whether that can succeed, and then the others.
   *
   * @internal
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_START
   */
  async start() {
    const { settings } = this
    try {
      settings.port ||= await freePort(settings.host)
      await this.#start(1).ready
      const ids = Array.from({ length: settings.workers - 1 }, (_, i) => i + 2)
      await Promise.all(ids.map((id) => this.#start(id).ready))
    } catch (error) {
      await this.kill()
      throw error
    }
    this.isStarted = true
    for (let id = 1; id <= settings.workers; id++) this.#keep(id)
  }

  /** Keeps a place filled until the cluster closes. @param {number} id */
  async #keep(id) {
    for (;;) {
      const child = this.#places.get(id)
      const exit = await child?.exited
      if (this.isClosing) return
      // A reload has filled the place already.
      if (this.#places.get(id) !== child) continue
      await this.#waitAfter(exit)
      if (this.isClosing) return
      if (this.#places.get(id) !== child) continue
      try {
        this.#start(id)
      } catch (error) {
        this.#places.delete(id)
        process.emitWarning(`Worker ${id} could not be forked: ${error}`)
      }
    }
  }

  /** @param {Exit} [exit] of a worker that has crashed */
  async #waitAfter(exit) {
    const { restart } = this.settings
    if (exit && exit.age > restart.healthyAfter) this.#crashes = 0
    const time = backOff(++this.#crashes, restart)
    const { signal } = this.#closing
    await sleep(time, undefined, { signal }).catch(() => {})
  }

  /** @param {number} id */
  #start(id) {
    const child = this.#fork(id)
    this.#places.set(id, child)
    return child
  }

  /**
   * Forks a worker that has no place yet.
   *
   * @param {number} id
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_CLOSED
   */
  #fork(id) {
    if (this.isClosing) {
      const message = `Worker ${id} was not started: the cluster is closing`
      throw new VelocyError('ERR_VELOCY_CLUSTER_CLOSED', message)
    }
    const { generation, settings } = this
    const { app, data, port, host, drainDelay, drainTimeout } = settings
    const heartbeat = Math.min(1000, Math.ceil(settings.hungAfter / 10))
    const listen = { port, host }
    const times = { heartbeat, drainDelay, drainTimeout }
    const start = { id, generation, app, data, listen, ...times }
    const child = new Child(start, settings)
    this.children.add(child)
    child.on('ready', () => this.emit('ready', describe(child), child))
    child.on('message', (message) => this.emit('message', child, message))
    child.exited.then((exit) => {
      this.children.delete(child)
      this.#past += child.figures?.requests ?? 0
      this.emit('exit', exit, child)
    })
    return child
  }

  /**
   * Replaces all workers, one after the other, by new ones that load the app
   * again. Calls during a reload share the next one.
   *
   * @returns {Promise<{ replaced: number }>}
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_RELOAD when a new worker does not
   *   start; the old ones go on, and `cause` says why
   */
  reload() {
    this.#nextReload ??= this.#reload.then(() => {
      this.#nextReload = undefined
      const reload = this.#replaceAll()
      this.#reload = reload.catch(() => {})
      return reload
    })
    return this.#nextReload
  }

  async #replaceAll() {
    const { workers } = this.settings
    const generation = ++this.generation
    let replaced = 0
    try {
      for (; replaced < workers; replaced++) await this.#replace(replaced + 1)
    } catch (/** @type {any} */ cause) {
      const error = new VelocyError(
        'ERR_VELOCY_CLUSTER_RELOAD',
        `Replaced ${replaced} of ${workers} workers: ${cause.message}`,
        { cause },
      )
      this.emit('reload', { generation, replaced, error })
      throw Object.assign(error, { replaced })
    }
    this.emit('reload', { generation, replaced })
    return { replaced }
  }

  /**
   * Starts a new worker; when it is ready, the old one leaves.
   *
   * @param {number} id
   */
  async #replace(id) {
    const child = this.#fork(id)
    await child.ready
    const old = this.#places.get(id)
    this.#places.set(id, child)
    await old?.drain('reload')
  }

  /** Lets all workers finish their requests, and resolves when they have. */
  close() {
    const delay = this.isStarted ? this.settings.drainDelay : 0
    for (const child of this.children) {
      child.send({ velocy: 'unready' })
      child.on('ready', () => child.send({ velocy: 'unready' }))
      setTimeout(() => child.drain('close'), delay).unref()
    }
    return this.#end()
  }

  /** Ends all workers at once, and resolves when they have ended. */
  kill() {
    for (const child of this.children) child.kill('kill')
    return this.#end()
  }

  #end() {
    this.#closing.abort()
    const ends = [...this.children].map(({ written }) => written)
    this.#closed ??= Promise.all(ends).then(() => void this.emit('close'))
    return this.#closed
  }

  /**
   * What the workers told with their last heartbeats.
   *
   * @returns {Metrics}
   */
  metrics() {
    const now = performance.now()
    const workers = [...this.children].flatMap((child) => {
      const { figures, heard } = child
      if (!figures) return []
      const figuresAge = Math.round(now - heard)
      return [{ ...describe(child), ...figures, figuresAge }]
    })
    const total = sum(workers)
    const requests = total.requests + this.#past
    return { workers, total: { ...total, requests } }
  }
}

/** @param {Child} child @returns {WorkerInfo} */
const describe = ({ id, pid, generation, state, readySince }) => ({
  ...{ id, pid, generation, state, readySince },
})

/**
 * A free port, chosen once, so that later workers ask for the same one.
 *
 * @param {string} [host]
 * @returns {Promise<number>}
 * @throws {VelocyError} ERR_VELOCY_CLUSTER_START
 */
async function freePort(host) {
  const server = net.createServer().listen(0, host)
  try {
    await once(server, 'listening')
  } catch (/** @type {any} */ cause) {
    const message = `Found no free port: ${cause.message}`
    throw new VelocyError('ERR_VELOCY_CLUSTER_START', message, { cause })
  }
  const { port } = /** @type {AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
