import { answerAll } from './questions.js'
import { operate } from './store.js'

/** @import { Cluster } from './supervisor.js' */

/** Answers what workers ask the primary. @param {Cluster} cluster */
export function answerWorkers(cluster) {
  const topics = {
    store: operate,
    metrics: () => cluster.metrics(),
  }
  cluster.on('message', (child, message) => {
    if (message.velocy !== 'questions') return
    const answers = answerAll(message.questions, topics)
    child.send({ velocy: 'answers', answers })
  })
}
