// @nightly
// @reads src/SUMMARY.md src/ch05-http/
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chapters, pages } from '../book-model/chapters.js'
import { browserFolders, fromRoot, root } from '../lib/paths.js'
import { tellSampled } from '../lib/sample.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { Changes, changedFiles, matches } from './changes.js'
import { bookChecks, chapterChecks } from './checks.js'
import { affectedPages } from './chosen-pages.js'
import { affectedTests, filesIn, isTest } from './plans.js'
import { changesOf, isShared, pageNamed, select } from './select.js'

test('patterns: one name, any folders, all that is in a folder', () => {
  /** @type {[string, string, boolean][]} */
  const cases = [
    ['src/a.md', 'src/', true],
    ['src/ch01/a.md', 'src/', true],
    ['src/a.md', 'src/*.md', true],
    ['src/ch01/a.md', 'src/*.md', false],
    ['src/ch01/a.md', '**/*.md', true],
    ['a.md', '**/*.md', true],
    ['a.md', '*.md', true],
    ['translations/pt-BR/ch01/a.md', 'translations/*/ch01/', true],
    ['src/SUMMARY.md', 'src/SUMMARY.md', true],
    ['src/SUMMARYxmd', 'src/SUMMARY.md', false],
    ['src', 'src/', false],
  ]
  for (const [file, pattern, expected] of cases) {
    assert.equal(matches(file, [pattern]), expected, `${file} ${pattern}`)
  }
})

/** @param {string[] | null} files that have changed */
const selected = (files, rest = {}) =>
  select({ changed: true, ...rest }, changesOf(files)).cells.map(
    ({ label, check }) => `${label} ${check.id}`,
  )

/** Every cell that there is. */
const all = select({}, changesOf(null)).cells.map(
  ({ label, check }) => `${label} ${check.id}`,
)

test('a changed page affects its chapter and the site, and no other chapter', () => {
  const cells = selected(['src/ch05-http/fields.md'])
  for (const name of [
    'ch05 transcripts',
    'ch05 completeness',
    'book build',
    'book links',
    'book spelling',
    'book markdown',
    'book l10n',
    'book structure',
    'book site',
  ]) {
    assert.ok(cells.includes(name), `${name} is not in ${cells.join(', ')}`)
  }
  for (const name of cells) {
    assert.match(name, /^(ch05|book) /)
    assert.doesNotMatch(name, / (types|tests|earlier|node24|bench|tool-types)$/)
  }
  assert.ok(selected(['translations/pt-BR/ch05-http/fields.md']).length > 5)
})

test('a changed snapshot affects what is tested of it, and what is compared with it', () => {
  const cells = selected(['code/ch05/lib/http/fields.js'])
  for (const id of [
    'types',
    'tests',
    'earlier',
    'node24',
    'transcripts',
    'exercises',
    'completeness',
    'quiz',
    'bench',
  ]) {
    assert.ok(cells.includes(`ch05 ${id}`), id)
  }
  assert.ok(cells.includes('ch06 completeness'))
  assert.ok(!cells.includes('ch06 tests'))
  assert.ok(!cells.includes('ch04 completeness'))
})

test('a changed test is run by all later chapters', () => {
  const cells = selected(['code/ch05/test/fields.test.js'])
  assert.ok(cells.includes('ch05 tests'))
  assert.ok(!cells.includes('ch04 earlier'))
  for (const { id } of chapters().filter(({ id }) => id > 'ch05')) {
    assert.ok(cells.includes(`${id} earlier`), id)
  }
})

test('a changed tool affects the checks that reach it by their imports', () => {
  const cells = selected(['tools/transcripts/shell.js'])
  assert.ok(cells.includes('ch00 transcripts'))
  assert.ok(cells.includes('book tools'))
  assert.ok(!cells.includes('ch00 exercises'))
  assert.ok(!cells.includes('book links'))
})

test('what everything stands on affects everything, and so does what nobody knows', () => {
  for (const file of [
    'package-lock.json',
    'tools/setup/versions.json',
    'tools/verify/checks.js',
    'new-folder/file.bin',
    '.tool-versions',
  ]) {
    assert.deepEqual(selected([file]), all, file)
  }
  assert.deepEqual(selected(null), all)
  assert.deepEqual(selected(['README.md']), [
    'book commits',
    'book spelling',
    'book markdown',
    'book biome',
  ])
})

test('what a chosen check needs is chosen with it', () => {
  const cells = selected(['tools/lint/links.js'])
  assert.ok(cells.includes('book build'))
  assert.ok(cells.includes('book links'))
  const chapter = chapters().find(({ id }) => id === 'ch05')
  assert.deepEqual(
    select({ only: ['walk'], chapter }, changesOf(null)).cells.map(
      ({ label, check }) => `${label} ${check.id}`,
    ),
    ['ch05 walk', 'book build'],
  )
})

test('--quick is for what a changed page or snapshot needs, and for all texts', () => {
  const quick = (/** @type {string[] | null} */ files, rest = {}) =>
    selected(files, { changed: false, quick: true, ...rest })
  const ofPage = quick(['src/ch05-http/fields.md'])
  for (const name of ['ch05 transcripts', 'ch05 walk', 'book spelling']) {
    assert.ok(ofPage.includes(name), name)
  }
  for (const name of ofPage) assert.match(name, /^(ch05|book) /)
  assert.ok(!ofPage.includes('ch05 tests'))
  assert.ok(!ofPage.includes('book tools'))
  assert.ok(quick(['code/ch05/lib/http/fields.js']).includes('ch05 tests'))
  const chapter = chapters().find(({ id }) => id === 'ch06')
  const chosen = quick(['src/ch05-http/fields.md'], { chapter })
  assert.ok(chosen.includes('ch06 tests'), 'what is chosen is run')
  assert.ok(quick(null).includes('ch00 tests'), 'all where nobody can tell')
  assert.ok(quick(['tools/lint/links.js']).includes('book tools'))
  assert.ok(quick(null).includes('book tools'))
  for (const name of quick(null)) {
    assert.doesNotMatch(name, / (bench|node24|site|widgets|firefox|pdf)$/)
  }
})

test('a test is left to the chapter before only where that is run, too', () => {
  /** @param {import('./select.js').Selection} selection */
  const effort = (selection) =>
    select(selection, changesOf(null)).cells.find(
      ({ label, check }) => label === 'ch16' && check.id === 'earlier',
    )?.effort ?? 0
  assert.ok(effort({}) < effort({ full: true }))
  const ch16 = chapters().find(({ id }) => id === 'ch16')
  for (const chosen of [
    { chapter: ch16 },
    { only: ['earlier'] },
    { changed: true },
    { quick: true },
    { full: true },
  ]) {
    assert.equal(isShared(chosen), false)
    assert.equal(effort(chosen), effort({ full: true }))
  }
})

test('another Node, and another engine, get a part of the earlier tests', (t) => {
  t.after(() => tellSampled(false))
  const all = chapters()
  const last = all.findIndex(({ id }) => id === 'ch13')
  /** @param {string} id @param {boolean} isChosen */
  const files = (id, isChosen) => {
    const check = chapterChecks.find((one) => one.id === id)
    const earlier = all.slice(0, last)
    const plan = check?.plan(all[last], earlier, changesOf(null), isChosen)
    assert.ok(plan && 'argv' in plan)
    return plan.argv.filter((file) => file.endsWith('.test.js'))
  }
  tellSampled(true)
  for (const id of ['node24', 'node-http']) {
    const every = files(id, true)
    const some = files(id, false)
    assert.deepEqual(files(id, false), some)
    const own = every.filter((file) => file.includes('/ch13/test/'))
    assert.ok(own.length > 0 && own.every((file) => some.includes(file)))
    const others = every.length - own.length
    assert.equal(some.length - own.length, Math.ceil(others / 4))
  }
})

test('a push runs the cheap tests of tools, and a part of the benchmarks', (t) => {
  t.after(() => tellSampled(false))
  const tools = bookChecks.find(({ id }) => id === 'tools')
  const programs = chapterChecks.find(({ id }) => id === 'programs')
  const ch12 = chapters().find(({ id }) => id === 'ch12')
  assert.ok(tools && programs && ch12)
  /** @param {import('./plans.js').Plan} plan */
  const words = (plan) => (plan && 'argv' in plan ? plan.argv : [])
  /** @param {boolean} all */
  const benchmarks = (all) =>
    words(programs.plan(ch12, [], changesOf(null), all)).filter((word) =>
      word.startsWith('ch12-'),
    )
  const costly = fileURLToPath(import.meta.url).replace('select', 'verify')
  tellSampled(true)
  const some = words(tools.plan(changesOf(null)))
  assert.ok(!some.includes(costly) && some.length > 50)
  assert.ok(words(tools.plan(changesOf([fromRoot(costly)]))).includes(costly))
  assert.equal(benchmarks(false).length, Math.ceil(benchmarks(true).length / 3))
  tellSampled(false)
  assert.ok(words(tools.plan(changesOf(null))).includes(costly))
  assert.equal(benchmarks(false).length, benchmarks(true).length)
})

test('the tests of tools that can fail otherwise than before', () => {
  const files = ['tools', ...browserFolders].flatMap((name) =>
    filesIn(path.join(root, name), isTest),
  )
  /** @param {string[]} changed */
  const affected = (changed) =>
    affectedTests(files, changesOf(changed)).map((file) =>
      path.relative(root, file),
    )
  const ofLinks = affected(['tools/lint/links.js'])
  assert.ok(ofLinks.includes('tools/lint/links.test.js'))
  assert.ok(!ofLinks.includes('tools/book-model/markdown.test.js'))
  const ofMarkdown = affected(['tools/book-model/markdown.js'])
  for (const name of [
    'book-model/markdown',
    'l10n/l10n',
    'transcripts/transcripts',
  ]) {
    assert.ok(ofMarkdown.includes(`tools/${name}.test.js`), name)
  }
  // Some read all pages.
  const ofPage = affected(['src/ch01-web-server/bytes.md'])
  assert.ok(ofPage.length < 5, ofPage.join())
  assert.deepEqual(affected(['README.md']), [])
  assert.equal(affected(['package-lock.json']).length, files.length)
})

test('a test says what it reads besides', (t) => {
  const project = temporaryProject(
    {
      'tools/a/a.test.js': '// @reads results/ code/*/bench/\n',
      'tools/b/b.test.js': '',
    },
    t,
  )
  const files = ['tools/a/a.test.js', 'tools/b/b.test.js'].map(project.path)
  const changes = new Changes(['code/ch01/bench/x.json'], [['code/']])
  assert.deepEqual(affectedTests(files, changes), [files[0]])
  const elsewhere = new Changes(['code/ch01/lib/x.js'], [['code/']])
  assert.deepEqual(affectedTests(files, elsewhere), [])
})

test('the pages that can look otherwise than before', () => {
  /** @param {string} file */
  const affected = (file) => affectedPages(changesOf([file]))
  const page = 'ch05-http/fields.md'
  assert.deepEqual(affected(`src/${page}`), [page])
  assert.deepEqual(affected(`translations/pt-BR/${page}`), [page])
  assert.equal(affected('theme/css/book.css'), null)
  assert.equal(affected('tools/mdbook/finish.js'), null)
  assert.equal(affected('src/SUMMARY.md'), null)
  const ofCode = affected('code/ch05/lib/http/fields.js') ?? []
  assert.ok(ofCode.includes(page))
  assert.ok(ofCode.some((file) => file.startsWith('ch06-')))
  assert.ok(!ofCode.includes('ch03-bytes-streams/bytes.md'))
  assert.ok(ofCode.length < pages().length)
})

test('a page is named as its author thinks of it', () => {
  for (const name of [
    'ch05/fields',
    'ch05-http/fields',
    'ch05-http/fields.md',
    'src/ch05-http/fields.md',
    './src/ch05-http/fields.md',
    'translations/pt-BR/ch05-http/fields.md',
  ]) {
    assert.equal(pageNamed(name), 'ch05-http/fields.md', name)
  }
  for (const name of ['ch05', 'ch05/README', 'ch05/index.html']) {
    assert.equal(pageNamed(name), 'ch05-http/README.md', name)
  }
  assert.equal(pageNamed('README.md'), 'README.md')
  assert.equal(pageNamed('ch05/nothing'), null)
})

test('the checks of a page are those of it alone', () => {
  const { cells } = select({ page: 'ch05-http/fields.md' }, changesOf(null))
  const names = cells.map(({ label, check }) => `${label} ${check.id}`)
  for (const name of [
    'ch05 transcripts',
    'ch05 completeness',
    'book build',
    'book links',
    'book spelling',
    'book markdown',
    'book l10n',
  ]) {
    assert.ok(names.includes(name), `${name} is not in ${names.join(', ')}`)
  }
  assert.ok(!names.includes('ch05 quiz'), 'it asks no question')
  const plan = cells.find(({ check }) => check.id === 'transcripts')?.plan()
  assert.ok(plan && 'argv' in plan)
  assert.equal(plan.argv.at(-1), 'ch05-http/fields.md')
})

/** @param {import('node:test').TestContext} t */
function repository(t) {
  const project = temporaryProject({ 'a.txt': 'a', 'b.txt': 'b' }, t)
  project.commit()
  return project
}

test('what differs: commits of the branch, what is edited, and what is new', (t) => {
  const project = repository(t)
  project.git('checkout', '--quiet', '-b', 'topic')
  project.write('a.txt', 'changed')
  project.commit()
  project.write('b.txt', 'edited')
  project.write('new folder/é.txt', 'new')
  assert.deepEqual(changedFiles(project.folder), {
    since: 'main',
    files: ['a.txt', 'b.txt', 'new folder/é.txt'],
  })
})

test('what main has got meanwhile is no change of the branch', (t) => {
  const project = repository(t)
  project.git('checkout', '--quiet', '-b', 'topic')
  project.write('a.txt', 'changed')
  project.commit()
  project.git('checkout', '--quiet', 'main')
  project.write('b.txt', 'meanwhile')
  project.commit()
  project.git('checkout', '--quiet', 'topic')
  assert.deepEqual(changedFiles(project.folder)?.files, ['a.txt'])
})

test('on the main branch it is the last commit, or what is not committed', (t) => {
  const project = repository(t)
  project.write('a.txt', 'changed')
  project.commit()
  assert.deepEqual(changedFiles(project.folder), {
    since: 'HEAD~1',
    files: ['a.txt'],
  })
  project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  project.write('b.txt', 'edited')
  assert.deepEqual(changedFiles(project.folder), {
    since: 'origin/main',
    files: ['b.txt'],
  })
})

test('without a history nobody can tell', (t) => {
  const project = temporaryProject({ 'a.txt': 'a' }, t)
  assert.equal(changedFiles(project.folder), null)
  project.commit()
  // The first commit has none before it.
  assert.equal(changedFiles(project.folder), null)
})
