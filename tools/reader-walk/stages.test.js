// @nightly
/** Which page makes which test pass, found out by a reader's folder. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { bookWith } from './book.fixture.js'

const block = (/** @type {string[]} */ lines, attributes = '') =>
  [`\`\`\`console${attributes}`, ...lines, '```'].join('\n')

const begin = block(
  [
    '$ mkdir ch01',
    '$ cd ch01',
    `$ echo '{ "name": "velocy", "type": "module" }' > package.json`,
  ],
  ' only=walk',
)
const double = '{{#listing lib/numbers.js#double}}'
const triple = '{{#listing lib/numbers.js#triple}}'
const run = block([
  `$ node -e "import('./lib/numbers.js').then(({ double }) => console.log(double(2)))"`,
  '4',
])
const server = '{{#listing server.js}}'
const ask = block(
  ['$ curl -s http://localhost:8080/', '6'],
  ' server=server.js',
)

/** @type {Record<string, string[]>} */
const pages = {
  README: [begin],
  one: [double, run, server, ask],
  two: [triple, run],
  three: [],
}

const libraryModule = `
import { pathToFileURL } from 'node:url'
export const library = (name) =>
  import(new URL(name, pathToFileURL(process.env.APP)))
`

/** @param {string} name @param {string} body */
const one = (name, body) => `test('${name}', () => ${body})\n`

const numbersTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
const { double, triple } = await library('lib/numbers.js')
${one('doubles', 'assert.equal(double(2), 4)')}${one('triples', 'assert.equal(triple(2), 6)')}`

const serverTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
test('exports start', async () => {
  assert.equal(typeof (await library('server.js')).start, 'function')
})
`

/**
 * @param {import('node:test').TestContext} t
 * @param {Partial<typeof pages>} [changed]
 */
function book(t, changed = {}) {
  /** @type {Record<string, string>} */
  const texts = {}
  for (const [name, blocks] of Object.entries({ ...pages, ...changed })) {
    const body = blocks?.join('\n\n') ?? ''
    texts[`src/ch01-one/${name}.md`] = `# ${name}\n\n${body}\n`
  }
  return temporaryProject(
    {
      ...bookWith(`- [README](ch01-one/README.md)
  - [one](ch01-one/one.md)
  - [two](ch01-one/two.md)
  - [three](ch01-one/three.md)
`),
      'code/ch01/package.json': '{ "name": "velocy", "type": "module" }\n',
      'code/ch01/lib/numbers.js': `export const double = (n) => 2 * n

export const triple = (n) => 3 * n
`,
      'code/ch01/server.js': `import http from 'node:http'

export function start({ port = process.env.PORT ?? 8080 } = {}) {
  http
    .createServer((req, res) => res.end('6\\n'))
    .listen(port, () => console.log('Listening on http://localhost:8080'))
}

if (process.argv[1] === import.meta.filename) start()
`,
      'code/ch01/test/library.js': libraryModule,
      'code/ch01/test/numbers.test.js': numbersTest,
      'code/ch01/test/server.test.js': serverTest,
      ...texts,
    },
    t,
  )
}

const file = 'src/ch01-one/page-tests.json'
const cli = 'reader-walk/cli.js'

/** @param {ReturnType<typeof book>} project */
async function found(project) {
  assert.equal(project.build().status, 0)
  const { status, output } = await project.run(
    cli,
    'page-tests',
    '--no-build',
    'ch01',
  )
  assert.equal(status, 0, output)
  return JSON.parse(project.read(file))
}

test('each test gets the page after which it passes', async (t) => {
  const project = book(t)
  const { sources, tests } = await found(project)
  assert.deepEqual(tests, {
    'ch01/test/numbers.test.js': { doubles: 'one.md', triples: 'two.md' },
    'ch01/test/server.test.js': { 'exports start': 'one.md' },
  })
  assert.deepEqual(Object.keys(sources), [
    'README.md',
    'one.md',
    'two.md',
    'ch01/test/numbers.test.js',
    'ch01/test/server.test.js',
  ])
  const lint = 'lint/structure.js'
  assert.equal((await project.run(lint)).status, 0)

  // Listings that move make it stale, and prose does not.
  project.write(
    'src/ch01-one/one.md',
    `${project.read('src/ch01-one/one.md')}\nMore.\n`,
  )
  assert.equal((await project.run(lint)).status, 0)
  const moved = [double, triple, run, server, ask].join('\n\n')
  project.write('src/ch01-one/one.md', `# one\n\n${moved}\n`)
  project.write('src/ch01-one/two.md', '# two\n')
  const told = await project.run(lint)
  assert.equal(told.status, 1)
  assert.match(
    told.output,
    /page-tests\.json: stale: what is typed or tested in one\.md, two\.md .*: node tools\/reader-walk\/cli\.js page-tests ch01\n/,
  )
})

test('a test that fails in the end is told, and nothing is written', async (t) => {
  const project = book(t)
  project.replace('code/ch01/test/numbers.test.js', '(2), 6', '(2), 7')
  assert.equal(project.build().status, 0)
  const { status, output } = await project.run(
    cli,
    'page-tests',
    '--no-build',
    'ch01',
  )
  assert.equal(status, 1)
  assert.match(output, /at the end .*numbers\.test\.js: triples fails/)
  assert.throws(() => project.read(file))
})

test('an output that differs is told, and the file is written', async (t) => {
  const project = book(t, {
    one: [double, run, server, ask.replace(/\n6\n/, '\n7\n')],
  })
  assert.equal(project.build().status, 0)
  const { status, output } = await project.run(
    cli,
    'page-tests',
    '--no-build',
    'ch01',
  )
  assert.equal(status, 0, output)
  assert.match(output, /one\.md:\d+: .*printed something else/s)
  assert.match(output, / in [\d.]+ s, 1 failure\n/)
  assert.equal((await project.run(cli, 'ch01')).status, 1)
  assert.match(project.read(file), /"triples": "two\.md"/)
})

test('a page ends with the command of its stage', async (t) => {
  const project = book(t)
  await found(project)
  assert.equal(project.build().status, 0)
  const two = project.read('book/html/ch01-one/two.html')
  assert.match(two, /class="what-works".*1 more test passes/s)
  assert.match(
    two.replaceAll(/<[^>]+>/g, ''),
    /verify\.sh --page ch01\/two --app ~\/mine\/ch01\/server\.js/,
  )
  assert.match(project.read('book/html/ch01-one/one.html'), /2 more tests pass/)
  for (const name of ['index', 'three']) {
    const html = project.read(`book/html/ch01-one/${name}.html`)
    assert.doesNotMatch(html, /class="what-works"/)
  }
})
