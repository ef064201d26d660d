import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chapters } from '../book-model/chapters.js'
import { exercisesIn } from '../exercise-runner/exercise.js'
import { exerciseList, firstWords } from './exercise-list.js'
import { strings } from './strings.js'

const list = (/** @type {string} */ language) =>
  exerciseList(/** @type {any} */ ({}), { language }, strings(language))

test('every folder of an exercise is one item of the list, in each language', () => {
  const folders = chapters().flatMap(({ codeDir }) => exercisesIn(codeDir))
  for (const language of ['en', 'pt-BR']) {
    const items = list(language).match(/^- \*\*\[/gm) ?? []
    assert.equal(items.length, folders.length)
  }
})

test('a task is told by its first sentence, without links', () => {
  const task =
    '\nWrite [a `pump`](x.md#y), which fills a stream. Use no `pipe`.\n\nMore.'
  assert.equal(
    firstWords(task),
    'Write a `pump`, which fills a stream. Use no `pipe`.',
  )
  const long = `${'One word more, '.repeat(5)}and it ends. The next is left out.`
  assert.equal(firstWords(long), `${'One word more, '.repeat(5)}and it ends.`)
})
