import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerAll, Questions } from '../../lib/cluster/questions.js'
import { VelocyError } from '../../lib/common/errors.js'

/** Questions whose messages are kept. */
function asking(limit = 100) {
  /** @type {unknown[][]} */
  const messages = []
  const questions = new Questions((asked) => messages.push(asked), limit)
  return { questions, messages }
}

test('questions of one turn go as one message, those of the next as another', async () => {
  const { questions, messages } = asking()
  questions.ask(['a'])
  queueMicrotask(() => questions.ask(['b', 1]))
  process.nextTick(() => questions.ask(['c']))
  await nextTurn()
  await nextTurn()
  questions.ask(['d'])
  await nextTurn()
  assert.deepEqual(messages, [[['a'], ['b', 1], ['c']], [['d']]])
})

test('each gets its own answer, in the order of the messages', async () => {
  const { questions } = asking()
  const first = [questions.ask(['a']), questions.ask(['b'])]
  await nextTurn()
  const second = questions.ask(['c'])
  await nextTurn()
  questions.answer([{ value: 1 }, { code: 'ERR_X', message: 'why' }])
  questions.answer([{ value: null }])
  assert.equal(await first[0], 1)
  await assert.rejects(first[1], { code: 'ERR_X', message: 'why' })
  assert.equal(await second, null)
})

test('when the primary is gone, all that wait learn it, sent or not', async () => {
  const { questions, messages } = asking()
  const sent = questions.ask(['a'])
  await nextTurn()
  const unsent = questions.ask(['b'])
  questions.giveUp()
  for (const question of [sent, unsent]) {
    await assert.rejects(question, {
      code: 'ERR_VELOCY_PRIMARY_GONE',
      status: 503,
      expose: false,
    })
  }
  await nextTurn()
  assert.equal(messages.length, 1)
  // An answer that was under way disturbs nobody.
  questions.answer([{ value: 1 }])
})

test('more than so many do not wait: the next learn that it is busy', async () => {
  const { questions, messages } = asking(1000)
  const all = Array.from({ length: 1000 }, () => questions.ask(['a']))
  await assert.rejects(questions.ask(['b']), {
    code: 'ERR_VELOCY_PRIMARY_BUSY',
    status: 503,
  })
  await nextTurn()
  await assert.rejects(questions.ask(['b']), {
    code: 'ERR_VELOCY_PRIMARY_BUSY',
  })
  questions.answer(messages[0].map(() => ({ value: 1 })))
  await Promise.all(all)
  const next = questions.ask(['c'])
  await nextTurn()
  questions.answer([{ value: 2 }])
  assert.equal(await next, 2)
})

test('what throws while it answers is an answer, and the others get theirs', () => {
  const topics = {
    /** @param {number} value */
    double: (value) => value * 2,
    fail: () => {
      throw new VelocyError('ERR_X', 'why')
    },
    odd: () => {
      throw null
    },
  }
  const asked = [['double', 1], ['fail'], ['odd'], ['nothing'], ['double', 2]]
  const answers = answerAll(asked, topics)
  assert.deepEqual(answers[0], { value: 2 })
  assert.deepEqual(answers[1], { code: 'ERR_X', message: 'why' })
  assert.equal(answers[2].code, 'ERR_VELOCY_PRIMARY')
  assert.equal(answers[3].code, 'ERR_VELOCY_PRIMARY')
  assert.deepEqual(answers[4], { value: 4 })
})
