// @nightly
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

const question = {
  id: 'sum',
  type: 'output',
  prompt: 'What does it print?',
  code: 'quiz/sum.js',
  options: [
    { output: '2\n', correct: true, why: 'It adds.' },
    { output: '11\n', why: 'These are numbers.' },
  ],
}

/**
 * @param {object} changes to the question
 * @param {import('node:test').TestContext} t
 */
function check(changes, t) {
  const project = temporaryProject(
    {
      ...smallBook,
      'src/ch01-bytes/quiz.json': JSON.stringify({
        questions: [{ ...question, ...changes }],
      }),
      'code/ch01/quiz/sum.js': 'console.log(1 + 1)\n',
    },
    t,
  )
  return project.run('lint/quiz.js', 'ch01')
}

test('a quiz whose program prints its right answer passes', async (t) => {
  const { status, output } = await check({}, t)
  assert.equal(status, 0, output)
})

/** @type {[string, object, RegExp][]} */
const broken = [
  [
    'a right answer that the program does not print',
    {
      options: [
        { output: '3\n', correct: true, why: 'Wrong.' },
        { output: '2\n', why: 'Right.' },
      ],
    },
    /src\/ch01-bytes\/quiz\.json: question "sum": quiz\/sum\.js prints\n2\n/,
  ],
  [
    'a program that is not there',
    { code: 'quiz/some.js' },
    /question "sum": quiz\/some\.js ended with status 1/,
  ],
  [
    'a question without an id',
    { id: undefined },
    /question "undefined": expected an id such as/,
  ],
  [
    'two right answers to a single choice',
    {
      type: 'choice',
      options: [
        { text: 'a', correct: true, why: 'x' },
        { text: 'b', correct: true, why: 'y' },
      ],
    },
    /question "sum": expected one correct option/,
  ],
  [
    'a program that no page runs, and that prints something else,',
    {
      local: true,
      options: [...question.options]
        .reverse()
        .map((option) => ({ ...option, correct: option.output === '11\n' })),
    },
    /question "sum": quiz\/sum\.js prints\n2\n/,
  ],
  [
    'a question that is local, and not about output,',
    { type: 'choice', local: true },
    /question "sum": expected "local" of a question about output/,
  ],
  [
    'an answer that is not explained',
    {
      options: [
        { output: '2\n', correct: true },
        { output: '3\n', why: 'x' },
      ],
    },
    /question "sum": expected a "why" of each option/,
  ],
]

for (const [what, changes, message] of broken) {
  test(`${what} fails`, async (t) => {
    const { status, output } = await check(changes, t)
    assert.equal(status, 1, output)
    assert.match(output, message)
  })
}

test('a quiz without questions fails', async (t) => {
  const files = { ...smallBook, 'src/ch01-bytes/quiz.json': '{"questions":[]}' }
  const { status, output } = await temporaryProject(files, t).run(
    'lint/quiz.js',
  )
  assert.equal(status, 1, output)
  assert.match(output, /expected a list "questions" with at least one question/)
})

test('a chapter without a quiz fails', async (t) => {
  const { status, output } = await temporaryProject(smallBook, t).run(
    'lint/quiz.js',
  )
  assert.equal(status, 1)
  assert.match(output, /src\/ch01-bytes\/quiz\.json: there is no such file/)
})
