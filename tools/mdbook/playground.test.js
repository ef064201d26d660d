// @nightly
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  bookMachinery,
  brokenPage,
  smallBook,
  temporaryProject,
} from '../testing/temporary-project.js'
import { strings } from './strings.js'

const PROGRAM = `import { greet } from 'velocy'

console.log(greet('reader'))
`

const QUIZ = {
  questions: [
    {
      id: 'prints',
      type: 'output',
      prompt: 'What does it print?',
      code: 'quiz/prints.js',
      options: [
        { output: '1\n', correct: true, why: 'It is one.' },
        { output: '2\n', why: 'It is not two.' },
      ],
    },
    {
      id: 'needs-a-machine',
      type: 'output',
      local: true,
      prompt: 'And this one?',
      code: 'quiz/machine.js',
      options: [
        { output: '1\n', correct: true, why: 'It is one.' },
        { output: '2\n', why: 'It is not two.' },
      ],
    },
    {
      id: 'find-the-bug',
      type: 'choice',
      prompt: 'Where is the bug?',
      code: 'quiz/prints.js',
      options: [
        { text: 'Nowhere', correct: true, why: 'There is none.' },
        { text: 'Line 1', why: 'It is right.' },
      ],
    },
  ],
}

const PAGE = `# Bytes

{{#listing steps/1-greet.js run}}

{{#listing steps/1-greet.js#imports}}

## Easy

{{#exercise 01-easy}}

## Needs a machine

{{#exercise 02-sockets local}}

{{#quiz}}
`

/** @param {Record<string, string>} [more] */
function files(more = {}) {
  /** @type {Record<string, string>} */
  const exercises = {}
  for (const name of ['01-easy', '02-sockets']) {
    for (const file of ['exercise.js', 'exercise.test.js', 'solution.js']) {
      exercises[`code/ch01/exercises/${name}/${file}`] = '// Nothing\n'
    }
  }
  return {
    ...smallBook,
    ...exercises,
    'src/ch01-bytes/README.md': PAGE,
    'src/ch01-bytes/quiz.json': JSON.stringify(QUIZ),
    'code/ch01/steps/1-greet.js': PROGRAM,
    'code/ch01/steps/words.txt': 'one\ntwo',
    'code/ch01/quiz/prints.js': 'console.log(1)\n',
    'code/ch01/quiz/machine.js': 'console.log(1)\n',
    'code/ch01/bench/slow.js': '// Nothing to run in a page\n',
    'code/ch01/node_modules/other/index.js': '// Not ours\n',
    'code/ch01/notes.md': 'Not a program\n',
    'translations/pt-BR/language.json':
      '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
    'translations/pt-BR/strings.json': JSON.stringify(strings('pt-BR')),
    ...more,
  }
}

describe('what the page can run', () => {
  const book = temporaryProject(files(), { after }, bookMachinery)
  before(() => {
    const { status, output } = book.build()
    assert.equal(status, 0, output)
  })

  /** @param {string} language */
  const programs = (language) =>
    JSON.parse(book.read(`book/html/${language}playground/ch01.json`))

  test('each language has the texts of a chapter', () => {
    for (const language of ['', 'pt-BR/']) {
      const { chapter, files: texts } = programs(language)
      assert.equal(chapter, 'ch01')
      assert.equal(texts['steps/1-greet.js'], PROGRAM)
      assert.equal(texts['steps/words.txt'], 'one\ntwo')
      assert.equal(texts['exercises/01-easy/exercise.js'], '// Nothing\n')
      assert.ok('package.json' in texts)
    }
  })

  test('benchmarks, packages and prose are left out', () => {
    const names = Object.keys(programs('').files)
    assert.deepEqual(
      names.filter((name) => /bench|node_modules|\.md$/.test(name)),
      [],
    )
  })

  test('a listing is run when it is marked, the others unless they are local', () => {
    const html = book.read('book/html/ch01-bytes/index.html')
    assert.deepEqual(
      [...html.matchAll(/<(\w+)[^<>]*data-run="([^"]*)"/g)].map(
        ([, tag, program]) => [tag, program],
      ),
      [
        ['figure', 'ch01/steps/1-greet.js'],
        ['div', 'ch01/exercises/01-easy'],
        ['figure', 'ch01/quiz/prints.js'],
      ],
    )
    assert.match(html, /data-exercise="ch01\/02-sockets" data-local/)
    assert.match(html, /code\/ch01\/quiz\/machine\.js/)
    assert.match(html, /needs the sockets or the files of a real machine/)
    assert.match(
      book.read('book/html/pt-BR/ch01-bytes/index.html'),
      /data-run="ch01\/steps\/1-greet\.js"/,
    )
  })
})

describe('what cannot be run does not build, and says why', () => {
  /** @type {[string, string, RegExp][]} */
  const cases = [
    [
      'a part of a file',
      '{{#listing steps/1-greet.js#imports run}}',
      /can run only a whole \.js file of a chapter/,
    ],
    [
      'a comparison',
      '{{#listing steps/1-greet.js run from=quiz/prints.js}}',
      /can run only a whole \.js file of a chapter/,
    ],
    [
      'what is no program',
      '{{#listing steps/words.txt run}}',
      /can run only a whole \.js file of a chapter/,
    ],
    [
      'what pages do not have',
      '{{#listing bench/slow.js run}}',
      /can run only a whole \.js file of a chapter/,
    ],
    [
      'a word that means nothing, to a listing',
      '{{#listing steps/1-greet.js runs}}',
      /got "runs", expected "run", "unfolded" or nothing/,
    ],
    [
      'a word that means nothing, to an exercise',
      '{{#exercise 01-easy run}}',
      /got "run", expected "local" or nothing/,
    ],
  ]
  const build = brokenPage(
    files(),
    'src/ch01-bytes/README.md',
    cases.map(([, line]) => line),
    { after },
  )
  for (const [i, [what, , message]] of cases.entries()) {
    test(what, () => assert.match(build()[i], message))
  }
})
