import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { write } = await import(new URL(file, import.meta.url).href)

/** @param {string[]} words */
const compiled = (words) =>
  /** @type {(text: string) => number} */ (new Function('text', write(words)))

/** @param {string[]} words */
function check(words) {
  const find = compiled(words)
  for (const [index, word] of words.entries()) {
    assert.equal(find(word), index, JSON.stringify(word))
    for (const other of [`${word}x`, word.slice(1), `${word.slice(0, -1)}~`]) {
      assert.equal(find(other), words.indexOf(other), JSON.stringify(other))
    }
  }
}

/**
 * How many words a lookup is compared with.
 *
 * @param {string[]} words
 * @param {string} text
 */
function comparisons(words, text) {
  const body = write(words).replaceAll('text ===', '++count && text ===')
  const count = new Function(
    'text',
    `let count = 0
    const index = (() => { ${body} })()
    return { index, count }`,
  )
  return count(text)
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

test('each word is found, and nothing else is', () => {
  check(methods)
  check(['', 'a', 'b', 'ab', 'ba', 'abc'])
  check(['only'])
})

test('a word is compared with one word, if a character tells them apart', () => {
  for (const [index, method] of methods.entries()) {
    assert.deepEqual(comparisons(methods, method), { index, count: 1 })
  }
})

test('a text of another length is compared with none', () => {
  assert.deepEqual(comparisons(methods, 'CONNECTED'), { index: -1, count: 0 })
})

test('no character tells these apart: all three may have to be compared', () => {
  const words = ['aa', 'ab', 'bb']
  check(words)
  assert.ok(comparisons(words, 'bb').count <= 3)
})

test('a word is text, whatever is in it', () => {
  check(["'", '"', '`', '\\', '\n', '\u2028', "' + 1 + '", "');throw 1//"])
  check(['</script>', '\u0024{1}', '*/', '//', '__proto__', 'constructor'])
})
