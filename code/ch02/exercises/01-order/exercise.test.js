import assert from 'node:assert/strict'
import { stat } from 'node:fs'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { inOrder } = await import(new URL(file, import.meta.url).href)

/**
 * What is logged, and in which kind of callback: a microtask that is asked
 * for between two words runs between them only if they are callbacks apart.
 */
async function play() {
  /** @type {string[]} */
  const words = []
  /** @type {string[]} */
  const phases = []
  await new Promise((resolve, reject) => {
    stat('.', () => {
      let phase = 'now'
      process.nextTick(() => {
        phase = 'tick'
      })
      try {
        inOrder((/** @type {string} */ word) => {
          words.push(word)
          phases.push(phase)
          if (words.length === 5) resolve(undefined)
        })
      } catch (error) {
        reject(error)
      }
      setImmediate(() => {
        phase = 'after immediates'
      })
    })
  })
  return { words, phases }
}

test('the five words come in order', async () => {
  const { words } = await play()
  assert.deepEqual(words, ['now', 'tick', 'microtask', 'immediate', 'timer'])
})

test('the first is logged at once, the last after the check phase', async () => {
  const { phases } = await play()
  assert.equal(phases[0], 'now')
  assert.equal(phases[4], 'after immediates')
})
