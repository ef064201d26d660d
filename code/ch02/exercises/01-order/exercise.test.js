import assert from 'node:assert/strict'
import { stat } from 'node:fs'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { inOrder } = await import(new URL(file, import.meta.url).href)

/**
 * What is logged, and where in the turn: of each kind a callback of ours is
 * asked for first, so what it says holds for those of the same kind behind it.
 */
async function play() {
  /** @type {string[]} */
  const words = []
  /** @type {string[]} */
  const kinds = []
  await new Promise((resolve, reject) => {
    stat('.', () => {
      let kind = 'now'
      /** @param {string} next */
      const become = (next) => () => {
        kind = next
      }
      process.nextTick(become('tick'))
      queueMicrotask(become('microtask'))
      setImmediate(become('immediate'))
      setTimeout(become('timer'), 0)
      try {
        inOrder((/** @type {string} */ word) => {
          words.push(word)
          kinds.push(kind)
          if (words.length === 5) resolve(undefined)
        })
      } catch (error) {
        reject(error)
      }
    })
  })
  return { words, kinds }
}

test('the five words come in order', async () => {
  const { words } = await play()
  assert.deepEqual(words, ['now', 'tick', 'microtask', 'immediate', 'timer'])
})

test('each word comes by the means that it names', async () => {
  const { kinds } = await play()
  assert.deepEqual(kinds, ['now', 'tick', 'microtask', 'immediate', 'timer'])
})
