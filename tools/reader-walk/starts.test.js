import assert from 'node:assert/strict'
import test from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { bookWith } from './book.fixture.js'

const chapterList = '- [One](ch01-one/README.md)\n- [Two](ch02-two/README.md)\n'

const manifest = '{ "name": "velocy", "type": "module" }\n'

const project = {
  ...bookWith(chapterList),
  'src/README.md':
    '# Introduction\n\nType <code data-road="all">mkdir ch01</code>.\n',
  'src/ch01-one/README.md': '# One\n\nNothing to copy.\n',
  'src/ch02-two/README.md': '# Two\n\n{{#start}}\n',
  'code/ch01/package.json': manifest,
  'code/ch01/server.js': 'export const port = 8080\n',
  'code/ch01/lib/one.js': 'export const one = 1\n',
  'code/ch01/steps/1-one.js': 'console.log(1)\n',
  'code/ch02/package.json': manifest,
  'code/ch02/server.js': 'export const port = 8080\n',
  'code/ch02/lib/one.js': 'export const one = 1\n',
}

/**
 * @param {Record<string, string>} changed
 * @param {import('node:test').TestContext} t
 */
function built(changed, t) {
  const book = temporaryProject({ ...project, ...changed }, t)
  const { status, output } = book.build()
  assert.equal(status, 0, output)
  return book
}

const starts = (/** @type {ReturnType<typeof built>} */ book) =>
  book.run('reader-walk/cli.js', 'starts')

const walk = (/** @type {ReturnType<typeof built>} */ book) =>
  book.run('reader-walk/cli.js', 'ch02')

test('a chapter is begun from the snapshot of the one before', async (t) => {
  const book = built({}, t)
  const page = book.read('book/html/ch02-two/index.html')
  const command = 'cp -r ~/nodejs-is-faster-than-you-think/code/ch01 ch02'
  assert.ok(page.includes(command), command)
  const { status, output } = await walk(book)
  assert.match(output, /ch02: 0 listings typed .*, no failure/)
  assert.equal(status, 0)
})

test('what a chapter leaves behind is not copied', async (t) => {
  const book = built({ 'code/ch01/server-net.js': 'export {}\n' }, t)
  const page = book.read('book/html/ch02-two/index.html')
  assert.ok(page.includes('/code/ch01/{package.json,server.js,lib} ch02'))
  const { status } = await walk(book)
  assert.equal(status, 0)
})

test('a copy with more in it than a reader has is found out', async (t) => {
  const book = built({}, t)
  book.write('code/ch01/server-net.js', 'export {}\n')
  const { status, output } = await walk(book)
  assert.match(output, /ch02-two\/README\.md:3: .* server-net\.js is in it/)
  assert.equal(status, 1)
})

test('a first page that tells nobody how to begin is found out', async (t) => {
  const book = built({ 'src/ch02-two/README.md': '# Two\n\nGo on.\n' }, t)
  const { status, output } = await walk(book)
  assert.match(output, /the page does not say how to begin here/)
  assert.equal(status, 1)
})

test('a road whose first command fails is found out', async (t) => {
  const text = '# Introduction\n\n<code data-road="all">cp -r one two</code>\n'
  const { status, output } = await starts(built({ 'src/README.md': text }, t))
  assert.match(output, /src\/README\.md: all: \$ cp -r one two\nexited with 1/)
  assert.equal(status, 1)
})
