import { operate } from './store.js'
import { passOn } from './topics.js'

/** @import { Answer, Question } from './primary.js' */
/** @import { Cluster } from './cluster.js' */

/** Answers what workers ask the primary. @param {Cluster} cluster */
export function answerWorkers(cluster) {
  const topics = {
    store: operate,
    metrics: () => cluster.metrics(),
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
