// @reads src/ code/*/exercises/

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { exercisesIn } from '../exercise-runner/exercise.js'
import { srcDir } from '../lib/paths.js'
import { chapters } from './chapters.js'
import { bookContents } from './contents.js'

test('every exercise of the code is on a page, in the same order', () => {
  const onPages = bookContents().flatMap(({ exercises }) => exercises)
  const inCode = chapters().flatMap(({ id, codeDir }) =>
    exercisesIn(codeDir).map(({ name }) => `${id}/${name}`),
  )
  assert.deepEqual(onPages, inCode)
})

test('a chapter leads to a page that there is', () => {
  const contents = bookContents()
  assert.ok(contents.length > 5)
  for (const { id, page, questions } of contents) {
    const file = page.replace(/index\.html$/, 'README.html')
    const source = path.join(srcDir, file.replace(/\.html$/, '.md'))
    assert.ok(existsSync(source), `${id}: there is no ${source}`)
    assert.ok(questions.every((question) => question.startsWith(`${id}/`)))
  }
})
