import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { quizHtml } from './quiz.js'
import { strings } from './strings.js'

const questions = [
  {
    id: 'one',
    type: 'choice',
    prompt: 'What\'s the answer to "why"?',
    options: [
      { text: "It isn't `it's`.", correct: true, why: 'That\'s "it" -- (c).' },
      { text: 'No', why: 'No.' },
    ],
  },
]

test('a quiz has the apostrophes and the quotation marks of a page', () => {
  const project = temporaryProject(
    { 'quiz.json': JSON.stringify({ questions }) },
    { after },
  )
  const html = quizHtml(
    project.path('quiz.json'),
    /** @type {any} */ ({ id: 'ch00', codeDir: path.dirname(project.folder) }),
    strings('en'),
  )
  assert.match(html, /What’s the answer to “why”\?/)
  assert.match(html, /It isn’t <code>it's<\/code>\./)
  assert.match(html, /That’s “it” -- \(c\)\./)
})
