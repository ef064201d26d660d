import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emptyProgress,
  withAnswer,
  withHints,
  withPassed,
} from '../../common/progress.js'
import { countExercises } from '../progress-marks.js'
import { countBook, countChapter } from './summary.js'

const when = new Date('2026-11-16T10:00:00Z')
const contents = [
  {
    id: 'ch01',
    page: 'ch01-one/exercises.html',
    exercises: ['ch01/01-a', 'ch01/02-b'],
    questions: ['ch01/x', 'ch01/y'],
  },
  {
    id: 'ch02',
    page: 'ch02-two/index.html',
    exercises: ['ch02/01-c'],
    questions: [],
  },
]

let progress = emptyProgress()
progress = withHints(withPassed(progress, 'ch01/01-a', when), 'ch01/01-a', 2)
progress = withHints(progress, 'ch01/02-b', 1)
progress = withAnswer(progress, 'ch01/x', true, when)
progress = withAnswer(progress, 'ch01/y', false, when)
// Both have left the book.
progress = withHints(
  withPassed(progress, 'ch01/09-gone', when),
  'ch01/09-gone',
  3,
)
progress = withAnswer(progress, 'ch01/gone', true, when)

test('a chapter counts what it has, and not what has left it', () => {
  assert.deepEqual(countChapter(progress, contents[0]), {
    passed: 1,
    exercises: 2,
    hints: 3,
    right: 1,
    questions: 2,
  })
})

test('the book counts its chapters', () => {
  assert.deepEqual(countBook(progress, contents), {
    passed: 1,
    exercises: 3,
    hints: 3,
    right: 1,
    questions: 2,
  })
})

test('a mark tells what has passed, and whether anything was begun', () => {
  assert.deepEqual(countExercises(progress, contents[0].exercises), {
    passed: 1,
    begun: true,
    total: 2,
  })
  assert.equal(countExercises(progress, contents[1].exercises).begun, false)
})
