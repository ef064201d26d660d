import { relay } from './relay.js'
import { collectSeries } from './series.js'
import { operate } from './store.js'
import { outlets, passOn } from './topics.js'

/** @import { Answer, Question } from './primary.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Message } from './topics.js' */

/**
 * Answers what workers ask the primary, and tells them what is published.
 *
 * @param {Cluster} cluster
 */
export function answerWorkers(cluster) {
  const topics = {
    store: operate,
    metrics: () => cluster.metrics(),
    series: collectSeries(cluster),
    publish: passOn,
  }
  const tellWorkers = (/** @type {Message[]} */ messages) => {
    for (const child of cluster.children) relay(child, messages)
  }
  outlets.add(tellWorkers)
  cluster.once('close', () => outlets.delete(tellWorkers))
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
