// @nightly
/** A reader's own server after a page: `--page chNN/NAME --app FILE`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverProgram } from '../testing/answering-server.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { verifyIn } from '../verify/verify.fixture.js'

/** @typedef {import('node:test').TestContext} TestContext */

const good = serverProgram(
  `(req, res) => {
    if (req.url === '/half') res.end(String(half(4)))
    else res.writeHead(req.url === '/' ? 200 : 404).end('hello')
  }`,
  "import { half } from './lib/half.js'",
)
const half = 'export const half = (n) => n / 2\n'

const tests = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import http from 'node:http'
const { start } = await import(pathToFileURL(process.env.APP).href)
const ask = async (path) => {
  const { url, close } = await start({ port: 0 })
  try {
    return await new Promise((resolve, reject) => {
      http.get(url + path, { agent: false }, async (res) => {
        let text = ''
        for await (const chunk of res) text += chunk
        resolve({ status: res.statusCode, text })
      }).on('error', reject)
    })
  } finally {
    await close()
  }
}
test('says hello', async () => {
  assert.equal((await ask('/')).text, 'hello')
})
test('knows (no) other path', async () => {
  const { status } = await ask('/other')
  assert.equal(status, 404)
})
test('says half', async () => {
  assert.equal((await ask('/half')).text, '2')
})
`
const moduleTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
const { half } = await library('lib/half.js')
test('halves', () => assert.equal(half(4), 2))
test('halves nothing', () => {
  assert.equal(
    half(0),
    0,
  )
})
`
const library = `
import { pathToFileURL } from 'node:url'
export const library = (name) =>
  import(new URL(name, pathToFileURL(process.env.APP)))
`

/**
 * A book of two chapters; the second has three pages, and what each makes pass.
 *
 * @param {TestContext} t
 * @param {Record<string, string>} files of the reader
 */
function book(t, files) {
  return temporaryProject(
    {
      'src/SUMMARY.md': `# Summary

[Introduction](README.md)

- [Bytes](ch01-bytes/README.md)
- [Lines](ch02-lines/README.md)
  - [Other paths](ch02-lines/paths.md)
  - [Halves](ch02-lines/halves.md)
`,
      'src/README.md': '# Introduction\n',
      'src/ch01-bytes/README.md': '# Bytes\n',
      'src/ch02-lines/README.md': '# Lines\n',
      'src/ch02-lines/paths.md': '# Other paths\n',
      'src/ch02-lines/halves.md': '# Halves\n',
      'src/ch02-lines/page-tests.json': JSON.stringify({
        tests: {
          'ch02/test/server.test.js': {
            'says hello': 'README.md',
            'knows (no) other path': 'paths.md',
            'says half': 'halves.md',
          },
          'ch02/test/half.test.js': {
            halves: 'halves.md',
            'halves nothing': 'halves.md',
          },
        },
      }),
      'code/ch01/package.json': '{ "type": "module" }',
      'code/ch02/package.json': '{ "type": "module" }',
      'code/ch01/test/hello.test.js': tests.slice(
        0,
        tests.indexOf("test('knows"),
      ),
      'code/ch02/test/server.test.js': tests,
      'code/ch02/test/half.test.js': moduleTest,
      'code/ch02/test/library.js': library,
      'code/ch02/lib/half.js': half,
      ...files,
    },
    t,
  )
}

/**
 * @param {ReturnType<typeof book>} project
 * @param {...string} args
 */
const verify = (project, ...args) => verifyIn(project, args)

/** What the reader has after the first page, and a mistake in the second. */
const begun = good
  .replace("import { half } from './lib/half.js'\n", '')
  .replace("if (req.url === '/half') res.end(String(half(4)))\n    else ", '')

const app = ['--app', 'mine/server.mjs']

test('after a page, what it and those before it make work is run', async (t) => {
  const project = book(t, { 'mine/server.mjs': begun })
  const first = await verify(project, '--page', 'ch02', ...app)
  assert.equal(first.status, 0, first.output)
  assert.match(first.output, /^after “Lines”, ch02$/m)
  assert.match(
    first.output,
    /^ch02: Lines\n {2}✓ says hello\n\nch01: what earlier chapters promise\n {2}✓ 1 test\n/m,
  )
  assert.equal(first.last, '2 passed, 0 failed')

  const second = await verify(project, '--page', 'ch02/paths', ...app)
  assert.match(
    second.output,
    /^ch02: Lines\n {2}✓ 1 test\n\nch02\/paths: Other paths\n {2}✓ knows \(no\)/m,
  )
  assert.doesNotMatch(second.output, /half|halves /)
  assert.equal(second.last, '3 passed, 0 failed')
})

test('what fails is told by what came, what was expected, and the page', async (t) => {
  const project = book(t, {
    'mine/server.mjs': begun.replace(
      "=== '/' ? 200 : 404",
      "=== '/' ? 200 : 410",
    ),
  })
  const { status, output, last } = await verify(
    project,
    '--page',
    'ch02/paths',
    ...app,
  )
  assert.equal(status, 1)
  assert.equal(last, '2 passed, 1 failed')
  const explained = output.slice(output.indexOf('✗'))
  for (const line of [
    /^✗ knows \(no\) other path$/m,
    /^ {6}got +410$/m,
    /^ {6}expected +404$/m,
    /^ {6}\S*code\/ch02\/test\/server\.test\.js:\d+$/m,
    /^ {6}explained +“Other paths”, ch02\/paths$/m,
    /^ +http:\/\/localhost:3000\/ch02-lines\/paths\.html$/m,
  ]) {
    assert.match(explained, line)
  }
  assert.doesNotMatch(output, /^\s+at |node:internal/m)
})

test('a module that is not there yet, or lacks something, is named', async (t) => {
  const project = book(t, { 'mine/server.mjs': begun })
  const page = ['--page', 'ch02/halves', ...app]
  const without = await verify(project, ...page)
  assert.match(
    without.output,
    /✗ halves\n {2}✗ halves nothing\n {6}got +the tests could not be run .*\n {6}printed +.*Cannot find module '\S*mine\/lib\/half\.js'/,
  )
  assert.equal(without.last, '3 passed, 3 failed')

  project.write('mine/lib/half.js', 'export const third = 3\n')
  const other = await verify(project, ...page)
  assert.match(other.output, /^ {6}TypeError: half is not a function$/m)

  project.write('mine/lib/half.js', half)
  project.write('mine/server.mjs', good)
  const all = await verify(project, ...page)
  assert.equal(all.last, '6 passed, 0 failed', all.output)

  project.write('mine/lib/half.js', 'export const half = (')
  const broken = await verify(project, ...page)
  assert.match(broken.output, /SyntaxError/)
  assert.match(broken.output, /lib\/half\.js:1/)
})

test('what the server threw is told, though it ran before the tests', async (t) => {
  const project = book(t, {
    'mine/server.mjs': good.replace(
      "if (req.url === '/half')",
      "if (req.url === '/other') none()\n    if (req.url === '/half')",
    ),
    'mine/lib/half.js': half,
  })
  // A server that runs before the tests: the runner says nothing of its errors.
  const early = `const early = await start({ port: 0 })
after(() => early.close())
const wait = () => Promise.race([
  new Promise(() => http.get(early.url + '/other', { agent: false }).on('error', () => {})),
  new Promise((_, reject) => setTimeout(reject, 50, new Error('waited 50 ms'))),
])
`
  const script = project
    .read('code/ch02/test/server.test.js')
    .replace('import { test }', 'import { after, test }')
  project.write(
    'code/ch02/test/server.test.js',
    `${script}${early}test('waits', wait)\n`,
  )
  project.replace(
    'src/ch02-lines/page-tests.json',
    '{"says hello"',
    '{"waits":"paths.md","says hello"',
  )
  const { output } = await verify(project, '--page', 'ch02/halves', ...app)
  assert.match(output, /✗ waits\n {6}Error: waited 50 ms$/m)
  assert.match(output, /^ {6}threw +ReferenceError: none is not defined$/m)
})

test('at the end of a chapter all that it and those before it promise is run', async (t) => {
  const project = book(t, { 'mine/server.mjs': good, 'mine/lib/half.js': half })
  const chapter = ['--chapter', 'ch02', ...app]
  const all = await verify(project, ...chapter)
  assert.equal(all.status, 0, all.output)
  assert.match(all.output, /^does what it should after ch02\/halves\.$/m)
  assert.equal(all.last, '6 passed, 0 failed')

  // One that has no tests promises what those before it do.
  project.replace(
    'src/SUMMARY.md',
    '  - [Halves](ch02-lines/halves.md)\n',
    '  - [Halves](ch02-lines/halves.md)\n- [End](ch03-end/README.md)\n',
  )
  project.write('src/ch03-end/README.md', '# End\n')
  project.write('code/ch03/package.json', '{ "type": "module" }')
  const end = await verify(project, '--chapter', 'ch03', ...app)
  assert.equal(end.status, 0, end.output)
  assert.match(end.output, /^ch01 to ch02: what earlier chapters promise$/m)
  assert.equal(end.last, '6 passed, 0 failed')

  project.write('mine/lib/half.js', 'export const half = (')
  const broken = await verify(project, ...chapter)
  assert.equal(broken.status, 1)
  assert.match(broken.output, /✗ halves nothing\n {6}got +the tests could not/)
  assert.match(broken.output, /SyntaxError/)
})

test('a file that is no server fails its tests, and says why', async (t) => {
  for (const [text, message] of /** @type {[string, RegExp][]} */ ([
    ['export const start = (', /the tests could not be run.*SyntaxError/s],
    ['export const serve = 1', /TypeError: start is not a function/],
    ['process.exit(0)', /no test ran: does the server end the process/],
    [
      'export const start = async () => { throw new Error("mine") }',
      /Error: mine\n {6}mine\/server\.mjs:1\n/,
    ],
  ])) {
    const project = book(t, { 'mine/server.mjs': text })
    const { status, output } = await verify(project, '--page', 'ch02', ...app)
    assert.equal(status, 1)
    assert.match(output, message)
  }
})

test('a server that ends the process does not hide its tests', async (t) => {
  const ends = good.replace("'/half') res.end", "'/half') process.exit")
  const project = book(t, {
    'mine/server.mjs': ends,
    'mine/lib/half.js': half,
  })
  const { output, last } = await verify(
    project,
    '--page',
    'ch02/halves',
    ...app,
  )
  assert.match(output, /✗ says half\n {6}got +the tests could not be run to/)
  assert.match(last ?? '', /[1-9] failed$/)
})

test('wrong words are named, with what was meant', async (t) => {
  const project = book(t, { 'mine/server.mjs': begun })
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [
      ['--page', 'ch02/pahts', ...app],
      /expected one of ch02, ch02\/paths, ch02\/halves\n/,
    ],
    [['--page', 'ch02', '--app', 'no.js'], /no\.js is no file; expected the/],
    [['--page', 'ch02', '--app', ''], /is no file; expected the path/],
    [['--page', 'ch02', '--app', 'mine'], /mine is no file; expected/],
    [['--page', 'README', ...app], /--app needs --page/],
    [app, /--app needs --page chNN\/NAME or --chapter chNN/],
  ])) {
    const { status, output } = await verify(project, ...args)
    assert.equal(status, 2, output)
    assert.match(output, message)
  }
  const none = await verify(project, '--page', 'ch01', ...app)
  assert.equal(none.status, 1)
  assert.match(none.output, /page-tests\.json is missing.*page-tests ch01/)
})
