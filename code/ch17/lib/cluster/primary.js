import { shared } from '../common/shared.js'
import { Questions } from './questions.js'
import { listenTo, self, tell } from './self.js'

/** Whether no primary answers: without a cluster, and in the primary itself. */
export const isAlone = () => !self.isWorker

/** The one line to the primary that all copies of Velocy in a worker use. */
const line = () =>
  shared('cluster.questions', () => {
    const questions = new Questions((asked) =>
      tell({ velocy: 'questions', questions: asked }),
    )
    listenTo((message) => {
      if (message.velocy === 'answers') questions.answer(message.answers)
    })
    process.once('disconnect', () => questions.giveUp())
    return questions
  })

/**
 * Asks the primary, from a worker.
 *
 * @param {'store' | 'metrics'} topic
 * @param {...unknown} args what the one who answers needs to know
 * @returns {Promise<any>}
 * @throws {VelocyError} ERR_VELOCY_PRIMARY_BUSY, ERR_VELOCY_PRIMARY_GONE;
 *   what answering throws
 */
export function askPrimary(topic, ...args) {
  const questions = line()
  const answer = questions.ask([topic, ...args])
  if (!process.connected) questions.giveUp()
  return answer
}
