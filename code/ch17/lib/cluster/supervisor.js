import { EventEmitter, once } from 'node:events'
import net from 'node:net'
import { VelocyError } from '../common/errors.js'
import { shared } from '../common/shared.js'
import { keepMetrics } from './metrics.js'
import { Place } from './place.js'
import { reloadAll } from './reload.js'
import { Rounds } from './rounds.js'
import { Turns } from './turns.js'

/** @import { AddressInfo } from 'node:net' */
/** @import { Child, ChildState, Reason } from './child.js' */
/** @import { Failure } from './failures.js' */
/** @import { Metrics } from './metrics.js' */
/** @import { Start } from './messages.js' */
/** @import { Settings } from './options.js' */

/**
 * @typedef {object} WorkerInfo
 * @property {number} id of its place, from 1
 * @property {number | undefined} pid none while it waits to be started
 * @property {number} generation how many reloads there were before it
 * @property {ChildState | 'waiting'} state
 * @property {number} readySince in ms since 1970; 0: not yet
 */
/**
 * @typedef {object} ExitInfo
 * @property {number} id of its place, from 1
 * @property {number | undefined} pid none where it could not even be started
 * @property {number} generation how many reloads there were before it
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal that has ended it
 * @property {Reason} reason
 * @property {number} age how long it has lived, in ms
 * @property {Failure | undefined} failure what it said of it
 * @property {number} connections that it had when it last told of itself
 */

/**
 * @typedef {object} ClusterEvents with what comes with each
 * @property {[WorkerInfo, Child]} ready
 * @property {[ExitInfo, Child]} exit
 * @property {[{ generation: number, replaced: number, error?: VelocyError }]} reload
 * @property {[{ id: number, pid: number | undefined, generation: number }]} hung
 * @property {[import('./crashes.js').BreakerInfo]} breaker
 * @property {[]} close
 * @property {[]} closing
 * @property {[Child]} fork
 * @property {[Child, import('./messages.js').FromWorker]} message
 * @property {[Place, ExitInfo]} vacancy
 */

/**
 * All workers, seen from the primary. It tells of each worker that is ready
 * ('ready', WorkerInfo) and that has ended ('exit', ExitInfo), and when all have
 * ('close').
 *
 * What else it can do hangs on these, and on three more events: each process
 * from its beginning ('fork', Child), what one says ('message', Child, message),
 * and a place where nobody is ('vacancy', Place, ExitInfo); and 'closing'.
 *
 * @extends {EventEmitter<ClusterEvents>}
 */
export class Cluster extends EventEmitter {
  /** @type {Place[]} */
  places = []
  generation = 0
  /** Whether all workers were ready once. */
  isStarted = false
  isClosing = false
  /** Whoever replaces a worker waits for its turn. */
  turns = new Turns()
  #reloads = new Rounds(() => reloadAll(this))
  /** @type {AddressInfo | undefined} */
  #address
  /** @type {Promise<void> | undefined} */
  #ended
  #board = keepMetrics(this)

  /** @param {Settings} settings */
  constructor(settings) {
    super()
    this.settings = settings
    for (let id = 1; id <= settings.workers; id++) {
      this.places.push(new Place(id, this))
    }
  }

  /** Where it listens. */
  get url() {
    const { host = 'localhost', server } = this.settings
    const isHere = ['0.0.0.0', '::', '127.0.0.1'].includes(host)
    const name = host.includes(':') ? `[${host}]` : host
    const scheme = server.tls ? 'https' : 'http'
    return `${scheme}://${isHere ? 'localhost' : name}:${this.#address?.port}`
  }

  /** Where it listens, as a server tells it. */
  address() {
    return this.#address
  }

  /** All that there are now, by their places. */
  get workers() {
    return this.places.flatMap(({ workers }) => workers)
  }

  /** What they have told with their last heartbeats. @returns {Metrics} */
  metrics() {
    return this.#board.read(this.workers)
  }

  get children() {
    return this.places.flatMap(({ children }) => [...children])
  }

  /**
   * Starts a worker, which may find out that it cannot be, and then the others.
   *
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_START
   */
  async start() {
    const [first, ...others] = this.places
    const { settings } = this
    try {
      settings.port ||= await freePort(settings.host)
      const { address } = await first.start()
      this.#address = address
      takeAddress(this)
      await Promise.all(others.map((place) => place.start()))
      this.isStarted = true
    } catch (error) {
      await this.kill()
      throw error
    }
  }

  /**
   * @param {number} id of a place
   * @returns {Start} what the next worker there is told
   */
  startOf(id) {
    const { app, data, server, port, host, schedule } = this.settings
    const { readyTimeout, drainTimeout, heartbeat } = this.settings
    return {
      ...{ id, generation: this.generation, app, data, server },
      listen: { port, host, reusePort: schedule === 'reusePort' },
      times: { readyTimeout, drainTimeout, heartbeat },
    }
  }

  /**
   * Replaces all workers, one after the other, by new ones that load the app
   * anew. Where that one cannot start, the others go on.
   *
   * @returns {Promise<{ replaced: number }>}
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_RELOAD, whose cause says why
   */
  reload() {
    return this.#reloads.ask()
  }

  /** Lets all workers end what is under way, and resolves when they have. */
  close() {
    this.#ended ??= this.#end()
    for (const child of this.children) child.drain('close')
    return this.#ended
  }

  /** Ends all workers at once, and resolves when they are gone. */
  kill() {
    this.#ended ??= this.#end()
    for (const child of this.children) child.kill('kill')
    return this.#ended
  }

  async #end() {
    this.isClosing = true
    this.emit('closing')
    await Promise.all(this.children.map(({ exited }) => exited))
    this.emit('close')
  }
}

/** @type {Map<string, Cluster>} the clusters of this process, by address */
const addresses = shared('cluster.addresses', () => new Map())

/**
 * Where two clusters of a process have one port, node:cluster does not mind,
 * and deals out its connections among the workers of both.
 *
 * @param {Cluster} cluster whose first worker listens
 * @throws {VelocyError} ERR_VELOCY_CLUSTER_SECOND
 */
function takeAddress(cluster) {
  const { address, port } = /** @type {AddressInfo} */ (cluster.address())
  const name = `${address} ${port}`
  if (addresses.has(name)) {
    throw new VelocyError(
      'ERR_VELOCY_CLUSTER_SECOND',
      `serve: port ${port} is another cluster's of this program: give each a ` +
        'port of its own',
    )
  }
  addresses.set(name, cluster)
  cluster.once('close', () => addresses.delete(name))
}

/**
 * A port that nobody has, and that workers can ask for, whoever of them has
 * ended by then. Asked for any, each might get another one.
 *
 * @param {string} [host]
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
