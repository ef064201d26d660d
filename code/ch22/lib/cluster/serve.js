import cluster from 'node:cluster'
import { VelocyError } from '../common/errors.js'
import { SeriesTable } from '../common/series-table.js'
import { Cluster } from './cluster.js'
import { settingsOf } from './options.js'
import { operate } from './store.js'
import { passOn } from './topics.js'

/** @import { Answer, Question } from './channel.js' */
/** @import { Child, Exit } from './child.js' */
/** @import { Sums } from './metrics.js' */
/** @import { ClusterOptions } from './options.js' */

/** @type {Cluster | undefined} */
let running

/**
 * Serves an app by several processes, and resolves when they are all ready.
 *
 * @param {URL | string} app the URL or the absolute path of a module whose
 *   default export is a Router, a server, or a function that returns one of
 *   them
 * @param {ClusterOptions} [options]
 * @returns {Promise<Cluster>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION; ERR_VELOCY_CLUSTER_START when a
 *   worker does not start; ERR_VELOCY_CLUSTER_SECOND in a worker, and while
 *   this process has a cluster
 */
export async function serve(app, options) {
  const settings = settingsOf(app, options)
  if (cluster.isWorker || running) {
    const where = running ? 'a process that has a cluster' : 'a worker'
    const message = `serve() was called in ${where}: call it once, in the primary`
    throw new VelocyError('ERR_VELOCY_CLUSTER_SECOND', message)
  }
  const supervisor = new Cluster(settings)
  running = supervisor
  supervisor.once('close', () => {
    running = undefined
  })
  report(supervisor)
  answerWorkers(supervisor)
  if (settings.signals) heedSignals(supervisor)
  await supervisor.start()
  return supervisor
}

/** What a shell reports of a program that SIGINT has ended: 128 and 2. */
const INTERRUPTED = 130

/** Two SIGINTs within this time are one Ctrl-C: npm sends a second, in ms. */
const TWICE = 500

/**
 * SIGTERM and SIGINT close the cluster, a second SIGINT kills it, and SIGHUP
 * reloads it.
 *
 * @param {Cluster} cluster
 */
function heedSignals(cluster) {
  let interrupted = Infinity
  const close = async () => {
    await cluster.close()
    // serve() has not returned yet.
    if (!cluster.isStarted) process.exit()
  }
  const interrupt = async () => {
    const now = performance.now()
    interrupted = Math.min(interrupted, now)
    if (now - interrupted < TWICE) return close()
    await cluster.kill()
    process.exit(INTERRUPTED)
  }
  const reload = () => {
    // How it ends is told by an event.
    if (cluster.isStarted) cluster.reload().catch(() => {})
  }
  process.on('SIGTERM', close).on('SIGINT', interrupt).on('SIGHUP', reload)
  cluster.once('close', () => {
    process.off('SIGTERM', close).off('SIGINT', interrupt)
    process.off('SIGHUP', reload)
  })
}

/**
 * Logs what happens to workers. Without a log, failures are printed.
 *
 * @param {Cluster} cluster
 */
function report(cluster) {
  const { log } = cluster.settings
  cluster.on('ready', ({ id, pid, generation }) => {
    log?.info('worker ready', { worker: id, pid, generation })
  })
  cluster.on('exit', (exit) => {
    const { id, failure, age, ...rest } = exit
    const fields = { worker: id, ...rest, age: Math.round(age) }
    if (exit.code === 0 && exit.reason !== 'crash') {
      log?.info('worker ended', fields)
    } else if (log) {
      log.warn('worker ended', { ...fields, error: failure?.stack })
    } else if (cluster.isStarted && !cluster.isClosing) {
      console.error(inWords(exit))
    }
  })
  cluster.on('reload', ({ generation, replaced, error }) => {
    if (!error) log?.info('reloaded', { generation, replaced })
    else if (log) log.error(error.message, { generation, replaced })
    else console.error(error.message)
  })
}

/** @param {Exit} exit */
function inWords({ id, pid, code, signal, reason, age, failure }) {
  const how = signal ?? `exit code ${code}`
  const why = failure ? `${how}: ${failure.message}` : how
  const seconds = (age / 1000).toFixed(1)
  return `Worker ${id} (process ${pid}) ended after ${seconds} s (${reason}): ${why}`
}

/** Answers what workers ask the primary. @param {Cluster} cluster */
function answerWorkers(cluster) {
  const topics = {
    store: operate,
    metrics: () => cluster.metrics(),
    series: collectSeries(cluster),
    publish: passOn,
  }
  cluster.on('message', (child, message) => {
    if (message.velocy !== 'questions') return
    const answers = message.questions.map((question) =>
      answerOf(question, topics),
    )
    child.send({ velocy: 'answers', answers })
  })
}

/**
 * @param {Question} question
 * @param {Record<string, any>} topics
 * @returns {Answer}
 */
function answerOf([topic, ...args], topics) {
  try {
    return { value: topics[String(topic)](...args) }
  } catch (error) {
    const { code = 'ERR_VELOCY_PRIMARY', message } = /** @type {any} */ (error)
    return { code, message }
  }
}

/**
 * Adds up, in the primary, what the workers tell.
 *
 * @param {Cluster} cluster
 * @returns {() => Sums}
 */
function collectSeries(cluster) {
  const table = new SeriesTable()
  /** @type {WeakMap<Child, Map<string, number>>} */
  const last = new WeakMap()
  cluster.on('message', (child, message) => {
    if (message.velocy !== 'series') return
    for (const series of message.added) table.add(series)
    last.set(child, message.gauges)
  })
  return () => {
    /** @type {Map<string, number>} */
    const gauges = new Map()
    for (const child of cluster.children) {
      for (const [name, value] of last.get(child) ?? []) {
        gauges.set(name, (gauges.get(name) ?? 0) + value)
      }
    }
    return { counts: table.metrics, gauges }
  }
}
