import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { wordsIn } from './chapter.js'
import { functionsIn } from './library.js'

/** @typedef {import('../testing/temporary-project.js').Outcome} Outcome */

const page = `# One

Six words, \`and one span\`, {{#number a b}}.

| a table | has none |
| --- | --- |

{{#listing server.js}}

\`\`\`console
$ node server.js
1
\`\`\`
`
const idle = '# Idle\n\nNothing runs.\n'
const one = { words: 20, listings: 1, typed: 2, pages: 4, firstTest: 1 }
const files = {
  'src/SUMMARY.md': `# Summary

- [One](ch01-one/README.md)
  - [Idle](ch01-one/a.md)
  - [Idle](ch01-one/b.md)
  - [Closing](ch01-one/closing.md)
`,
  'src/ch01-one/README.md': page,
  'src/ch01-one/a.md': idle,
  'src/ch01-one/b.md': idle,
  'src/ch01-one/closing.md': '# Closing\n\nIt is over.\n',
  'src/ch01-one/page-tests.json':
    '{ "tests": { "ch01/test/a.test.js": { "passes": "README.md" } } }',
  'code/ch01/server.js': '// Why.\nconst a = 1\n\nconsole.log(a)\n',
  'code/ch01/lib/index.js': 'export class Router {}\n',
  'code/ch01/lib/typed.d.ts': 'export interface Typed {}\n',
}

/**
 * @param {import('node:test').TestContext} t
 * @param {object} [chapter] its entry
 * @param {Record<string, unknown>} [rest]
 */
function book(t, chapter = { budget: { ...one, typed: 3 } }, rest = {}) {
  const budgets = {
    everyChapter: { idlePages: 2, firstTest: 3 },
    longest: { file: 300, function: 40 },
    budgets: {
      ch01: chapter,
      book: { budget: { words: 100 } },
      lib: { budget: { lines: 10, files: 2, hello: 5 } },
      ...rest,
    },
  }
  const text = JSON.stringify(budgets)
  return temporaryProject({ ...files, 'budgets.json': text }, t)
}

/** @param {ReturnType<typeof book>} project @param {string[]} args */
const run = (project, ...args) => project.run('budgets/cli.js', ...args)

test('words are those of prose, and a span or a figure is one', () => {
  assert.equal(wordsIn(page), 5)
})

test('functions have names and lines', () => {
  const text = `const one = () => {
  return 1
}
export function two() {}
class Three {
  #four() {
    return () => 4
  }
}
`
  assert.deepEqual(functionsIn(text), [
    { name: 'one', lines: 3 },
    { name: 'two', lines: 1 },
    { name: 'Three.#four', lines: 3 },
  ])
})

test('the table has what there is beside the budget', async (t) => {
  const { status, output } = await run(book(t))
  assert.equal(status, 0, output)
  assert.match(
    output,
    /^ch01 +15 \/ 20 +1 \/ 1 +3 \/ 3 +4 \/ 4 +2 \/ 2 +1 \/ 1$/m,
  )
  assert.match(output, /^lib {2}files: 1 \/ 2$/m)
  assert.match(output, /^budgets: nothing has grown beyond its ceiling$/m)
})

test('what is over its budget fails, by name', async (t) => {
  const project = book(t, { budget: { ...one, words: 10, listings: 0 } })
  const { status, output } = await run(project, '--check', 'ch01')
  assert.equal(status, 1)
  assert.match(
    output,
    /^budgets\.json: ch01: got 15 words, expected 10 at most$/m,
  )
  assert.match(output, /ch01: got 1 listings, expected 0 at most$/m)
  assert.match(output, /ch01: got 3 typed lines, expected 2 at most$/m)
  assert.match(output, /^budgets: 3 problems$/m)
})

test('a ceiling holds what is over, and says what it could be', async (t) => {
  const ceiling = { words: 16, typed: 2 }
  const budget = { ...one, words: 10, typed: 3 }
  const project = book(t, { budget, ceiling, why: 'a story' })
  const { status, output } = await run(project)
  assert.equal(status, 0, output)
  assert.match(output, /^ch01 +15 \/ 10 over, ceiling 16 /m)
  assert.match(output, /^ch01 {2}why: a story$/m)
  assert.match(output, /^ch01 {2}lower the ceiling of words from 16 to 15$/m)
  assert.match(
    output,
    /^ch01 {2}typed is within its budget and needs no ceiling$/m,
  )
  await run(project, '--lower')
  const { budgets } = JSON.parse(project.read('budgets.json'))
  assert.deepEqual(budgets.ch01.ceiling, { words: 15 })
  project.write('src/ch01-one/a.md', '# Idle\n\nNothing at all runs.\n')
  const grown = await run(project, '--check')
  assert.match(
    grown.output,
    /got 17 words, expected 15 at most \(and 10 in the end\)$/m,
  )
  await run(project, '--lower')
  assert.match(project.read('budgets.json'), /"words": 15\b/)
})

test('three pages in a row on which nothing new runs fail', async (t) => {
  const project = book(t)
  const summary = project.read('src/SUMMARY.md')
  const more = '  - [Idle](ch01-one/c.md)\n  - [Closing]'
  project.write('src/SUMMARY.md', summary.replace('  - [Closing]', more))
  const block = '```console\n$ node server.js\n1\n```\n'
  project.write('src/ch01-one/c.md', `# Idle\n\n${block}`)
  const { output } = await run(project, 'ch01')
  assert.match(
    output,
    /got 3 pages in a row on which nothing new runs, expected 2/,
  )
  assert.match(
    output,
    /^ch01 {2}nothing new runs on ch01-one\/a\.md, ch01-one\/b\.md, ch01-one\/c\.md$/m,
  )
  project.replace('src/ch01-one/c.md', '\n1\n', '\n2\n')
  assert.doesNotMatch((await run(project, 'ch01')).output, /nothing new/)
})

test('a first test that comes late fails', async (t) => {
  const project = book(t, { budget: { ...one, typed: 3, firstTest: 2 } })
  project.replace('src/ch01-one/page-tests.json', 'README.md', 'b.md')
  const { output } = await run(project, '--check', 'ch01')
  assert.match(output, /got 3 pages until its first test passes, expected 2/)
})

test('a long file and a long function of lib are named', async (t) => {
  const project = book(t)
  const long = `function f() {\n${'  g()\n'.repeat(39)}}\n`
  project.write('code/ch01/lib/a.js', `${long}${'// Why.\n'.repeat(260)}`)
  const { status, output } = await run(project, '--check', 'lib')
  assert.equal(status, 1)
  assert.match(output, /got 42 lines of code, expected 10 at most/)
  assert.match(output, /got 301 lines of lib\/a\.js, expected 300 at most/)
  assert.match(output, /got 41 lines of lib\/a\.js#f, expected 40 at most/)
})

test('a chapter without a budget is told to have one', async (t) => {
  const { status, output } = await run(book(t, undefined, { ch01: undefined }))
  assert.equal(status, 2)
  assert.match(output, /budgets\.json has no budget for ch01; write one/)
})

test('each function that GET /hello calls is counted once', async (t) => {
  const project = book(t)
  project.write('code/ch01/lib/engine/engine.js', hello)
  project.write(
    'code/ch01/lib/index.js',
    "export { createServer, Router } from './engine/engine.js'\n",
  )
  const { output } = await run(project, '--check', 'lib')
  assert.match(output, /got 6 functions that GET \/hello calls, expected 5/)
})

/** Six functions for each request, and two for another reason. */
const hello = `import net from 'node:net'
const once = () => 0
export class Router {
  get(path, handler) {
    this.handler = handler
  }
}
const head = () => 'HTTP/1.1 200 OK\\r\\ncontent-length: 5\\r\\n\\r\\n'
const body = (router) => router.handler()
const twice = () => [head(), head()]
class Response {
  #parts = twice()
  text(router) {
    return this.#parts[0] + body(router)
  }
}
const answer = (socket, router) => socket.write(new Response().text(router))
export const createServer = (router) =>
  net.createServer((socket) => socket.on('data', () => answer(socket, router, once)))
`
