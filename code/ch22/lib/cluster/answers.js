import { SeriesTable } from '../common/series-table.js'
import { operate } from './store.js'
import { passOn } from './topics.js'

/** @import { Child } from './child.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Sums } from './metrics.js' */
/** @import { Answer, Question } from './primary.js' */

/** Answers what workers ask the primary. @param {Cluster} cluster */
export function answerWorkers(cluster) {
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
