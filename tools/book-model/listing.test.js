// @nightly
// @reads code/
import assert from 'node:assert/strict'
import test from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'

const program = `
import { chapters } from './tools/book-model/chapters.js'
import { listing } from './tools/book-model/listing.js'
const [id, target, from, without] = process.argv.slice(2)
const { codeDir } = chapters().find((chapter) => chapter.id === id)
try {
  const { lines, comparedWith } = listing(target, codeDir, from, without)
  console.log(comparedWith, lines.map(({ kind, text }) => kind[0] + text).join())
} catch (error) {
  console.log(error.constructor.name, error.message)
}
`

test('a listing is marked against the chapter before that has code', async (t) => {
  const project = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [A](ch01-a/README.md)\n- [B](ch02-b/README.md)\n- [C](ch03-c/README.md)\n',
      'code/ch01/server.js': 'a\nb\n',
      'code/ch03/server.js': 'a\nc\n',
      'code/ch03/lib/new.js': 'n\n',
      'tools/show.js': program.replaceAll('./tools/', './'),
    },
    t,
  )
  const show = async (/** @type {string[]} */ ...args) =>
    (await project.run('show.js', ...args)).output.trim()
  assert.equal(await show('ch03', 'server.js'), 'code/ch01/server.js ca,rb,ac')
  assert.equal(await show('ch03', 'server.js', 'none'), 'null pa,pc')
  assert.equal(
    await show('ch03', 'server.js', 'lib/new.js'),
    'code/ch03/lib/new.js rn,aa,ac',
  )
  assert.equal(await show('ch03', 'lib/new.js'), 'null pn')
  assert.equal(await show('ch03', 'code/ch01/server.js'), 'null pa,pb')
  assert.match(
    await show('ch03', 'gone.js'),
    /^ListingError there is no file code\/ch03\/gone\.js$/,
  )
  assert.match(await show('ch03', '../../../x.js'), /outside the project/)
})

test('a listing shows symbols, and closes the class that it begins', async (t) => {
  const project = temporaryProject(
    {
      'src/SUMMARY.md': '# Summary\n\n- [A](ch01-a/README.md)\n',
      'code/ch01/a.js':
        'class A {\n  constructor() {}\n\n  one() {}\n\n  two() {}\n}\n\nlast()\n',
      'code/ch01/main.rs': 'fn main() {}\n',
      'tools/show.js': program.replaceAll('./tools/', './'),
    },
    t,
  )
  const show = async (/** @type {string} */ target) =>
    (await project.run('show.js', 'ch01', target)).output.trim()
  assert.equal(
    await show('a.js#A^'),
    'null pclass A {,p  constructor() {},g  …,p}',
  )
  assert.equal(await show('a.js#A.one,two'), 'null p  one() {},p,p  two() {}')
  assert.equal(
    await show('a.js#A^..two'),
    'null pclass A {,p  constructor() {},p,p  one() {},p,p  two() {},p}',
  )
  assert.match(await show('a.js#B'), /^ListingError .*has no "B"; did you mean/)
  assert.match(await show('main.rs#main'), /main\.rs is no JavaScript/)
})

test('a range is found by the text of its lines, which stands once', async (t) => {
  const ranges = {
    'a.js': {
      body: { from: '  one()', to: '  two()' },
      call: { from: 'run(() => {' },
      gone: { from: '  four()', to: '  two()' },
      early: { from: '  two()', to: '  one()' },
      twice: { from: '})' },
      inner: { from: '  one()' },
    },
    'b.sh': { rest: { from: '# here', to: 'exit' } },
  }
  const project = temporaryProject(
    {
      'src/SUMMARY.md': '# Summary\n\n- [A](ch01-a/README.md)\n',
      'src/ch01-a/ranges.json': JSON.stringify(ranges),
      'code/ch01/a.js': 'run(() => {\n  one()\n  two()\n})\nrun(() => {\n})\n',
      'code/ch01/b.sh': 'exit\n# here\nexit\n',
      'tools/show.js': program.replaceAll('./tools/', './'),
    },
    t,
  )
  const show = async (/** @type {string} */ target) =>
    (await project.run('show.js', 'ch01', target)).output.trim()
  assert.equal(await show('a.js:body'), 'null p  one(),p  two()')
  assert.equal(await show('b.sh:rest'), 'null p# here,pexit')
  assert.match(await show('a.js:call'), /got 2 lines "run\(/)
  project.replace('code/ch01/a.js', '\nrun(', '\nend(')
  assert.equal(
    await show('a.js:call'),
    'null prun(() => {,p  one(),p  two(),p})',
  )
  assert.match(
    await show('a.js:gone'),
    /^ListingError src\/ch01-a\/ranges\.json, range "gone" of code\/ch01\/a\.js: got 0 lines " {2}four\(\)", expected one$/,
  )
  assert.match(await show('a.js:early'), /got 0 lines " {2}one\(\)"/)
  assert.match(await show('a.js:twice'), /got 2 lines "\}\)"/)
  assert.match(await show('a.js:inner'), /no statement begins on line 2/)
  assert.match(
    await show('a.js:bodies'),
    /has no range "bodies" of a\.js; it has: body, call/,
  )
})

test('a listing leaves out what a later one brings', async (t) => {
  const project = temporaryProject(
    {
      'src/SUMMARY.md': '# Summary\n\n- [A](ch01-a/README.md)\n',
      'src/ch01-a/ranges.json': JSON.stringify({
        'a.js': { middle: { from: '  two()', to: '  three()' } },
      }),
      'code/ch01/a.js': 'function a() {\n  one()\n\n  two()\n  three()\n\n}\n',
      'tools/show.js': program.replaceAll('./tools/', './'),
    },
    t,
  )
  const show = async (/** @type {string[]} */ ...args) =>
    (await project.run('show.js', 'ch01', ...args)).output.trim()
  assert.equal(
    await show('a.js#a', 'none', 'middle'),
    'null pfunction a() {,p  one(),p,p}',
  )
  assert.match(await show('a.js#a', 'none', 'midle'), /it has: middle/)
})

test('what is left out takes the comment above it along', async (t) => {
  const project = temporaryProject(
    {
      'src/SUMMARY.md': '# Summary\n\n- [A](ch01-a/README.md)\n',
      'src/ch01-a/ranges.json': '{"a.js":{"two":{"from":"two()"}}}',
      'code/ch01/a.js':
        '/** One. */\none()\n/**\n * Two.\n */\ntwo()\nlast()\n',
      'tools/show.js': program.replaceAll('./tools/', './'),
    },
    t,
  )
  const { output } = await project.run('show.js', 'ch01', 'a.js', 'none', 'two')
  assert.equal(output.trim(), 'null p/** One. */,pone(),plast()')
})
