// @nightly
// @reads src/SUMMARY.md src/ch05-http/
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chapters } from '../book-model/chapters.js'
import { browserFolders, root } from '../lib/paths.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { Changes, changedFiles, matches, proseOnly } from './changes.js'
import { filesIn } from './plans.js'
import { pageNamed, select } from './select.js'
import { affectedTests, isTest, toolTests } from './tests.js'

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

/**
 * @param {string[] | null} files that differ
 * @param {import('./select.js').Selection} [selection]
 * @param {string[]} [prose] those in which only sentences differ
 */
const selected = (files, selection = { changed: true }, prose = []) =>
  select(selection, new Changes(files, new Set(prose))).cells.map(
    ({ label, check }) => `${label} ${check.id}`,
  )

/** Every cell that there is, but for the nightly ones. */
const all = selected(null)

test('a changed page affects its chapter and the site, and no other chapter', () => {
  const cells = selected(['src/ch05-http/fields.md'])
  for (const name of [
    'ch05 transcripts',
    'ch05 walk',
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
    'programs',
  ]) {
    assert.ok(cells.includes(`ch05 ${id}`), id)
  }
  assert.ok(cells.includes('ch06 completeness'))
  assert.ok(!cells.includes('ch06 tests'))
  assert.ok(!cells.includes('ch06 earlier'))
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

test('what everything stands on affects everything', () => {
  for (const file of [
    'package-lock.json',
    'tools/setup/versions.json',
    'tools/verify/checks.js',
  ]) {
    assert.deepEqual(selected([file]), all, file)
  }
  assert.deepEqual(selected(['README.md']), [
    'book commits',
    'book spelling',
    'book markdown',
    'book biome',
  ])
})

test('the tests of tools that can fail otherwise than before', () => {
  const files = ['tools', ...browserFolders].flatMap((name) =>
    filesIn(path.join(root, name), isTest),
  )
  /** @param {string[]} changed */
  const affected = (changed) =>
    affectedTests(files, new Changes(changed)).map((file) =>
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
  const changes = new Changes(['code/ch01/bench/x.json'])
  assert.deepEqual(affectedTests(files, changes), [files[0]])
  const elsewhere = new Changes(['code/ch01/lib/x.js'])
  assert.deepEqual(affectedTests(files, elsewhere), [])
})

test('sentences alone affect no transcript, walk or program', () => {
  const page = 'src/ch05-http/fields.md'
  const cells = selected([page], { changed: true }, [page])
  for (const id of ['transcripts', 'walk', 'exercises', 'quiz']) {
    assert.ok(!cells.includes(`ch05 ${id}`), id)
  }
  assert.ok(!cells.includes('book playground'))
  assert.ok(cells.includes('ch05 completeness'))
  assert.ok(cells.includes('book site'))
})

test('what a chosen check waits for is chosen with it', () => {
  const cells = selected(['tools/lint/links.js'])
  assert.ok(cells.includes('book build'))
  assert.ok(cells.includes('book links'))
  const chapter = chapters().find(({ id }) => id === 'ch05')
  assert.deepEqual(selected(null, { only: ['walk'], chapter }), [
    'ch05 walk',
    'book build',
  ])
  assert.deepEqual(selected(null, { only: ['types', 'biome'], chapter }), [
    'ch05 types',
    'book biome',
  ])
})

test('--quick is for all texts, and for what a page or snapshot needs', () => {
  const ofPage = selected(['src/ch05-http/fields.md'], { quick: true })
  for (const name of ['ch05 transcripts', 'book spelling', 'book links']) {
    assert.ok(ofPage.includes(name), name)
  }
  for (const name of ofPage) assert.match(name, /^(ch05|book) /)
  assert.ok(!ofPage.includes('ch05 tests'))
  assert.ok(!ofPage.includes('book tools'))
  const chapter = chapters().find(({ id }) => id === 'ch06')
  const chosen = selected(['src/ch05-http/fields.md'], { quick: true, chapter })
  assert.ok(chosen.includes('ch06 tests'), 'what is chosen is run')
  const tool = selected(['tools/lint/links.js'], { quick: true })
  assert.ok(tool.includes('book tools'))
  for (const name of selected(null, { quick: true })) {
    assert.doesNotMatch(name, / (bench|walk|node24|site|widgets|firefox)$/)
  }
})

test('--quick runs earlier tests in the last chapter that differs', () => {
  const cells = selected(['code/ch05/lib/a.js', 'code/ch06/lib/a.js'], {
    quick: true,
  })
  assert.ok(cells.includes('ch05 tests') && cells.includes('ch06 tests'))
  assert.deepEqual(
    cells.filter((name) => name.endsWith(' earlier')),
    ['ch06 earlier'],
  )
})

test('--page always reads the page, and runs what differs', () => {
  const page = 'ch05-http/fields.md'
  const file = `src/${page}`
  const prose = selected([file], { page }, [file])
  assert.deepEqual(prose, [
    'ch05 completeness',
    'ch05 budgets',
    'book build',
    'book links',
    'book structure',
    'book commits',
    'book numbers',
    'book l10n',
    'book spelling',
    'book markdown',
  ])
  const shown = selected([file], { page })
  assert.deepEqual(
    shown.filter((name) => !prose.includes(name)),
    ['ch05 transcripts'],
  )
  const code = selected(['code/ch05/lib/http/fields.js'], { page })
  assert.deepEqual(
    code.filter((name) => !prose.includes(name)),
    ['ch05 types', 'ch05 tests', 'ch05 transcripts'],
  )
  const { cells } = select({ page, full: true }, new Changes([]))
  const plan = cells.find(({ check }) => check.id === 'transcripts')?.plan()
  assert.ok(plan && 'argv' in plan)
  assert.equal(plan.argv.at(-1), page)
})

test('a check names what the set-up has to bring', () => {
  /** @param {import('./select.js').Selection} selection */
  const needs = (selection) =>
    new Set(
      select(selection, new Changes([])).cells.flatMap((cell) => cell.needs()),
    )
  assert.deepEqual(needs({ page: 'ch05-http/fields.md' }), new Set(['mdbook']))
  assert.deepEqual(needs({ only: ['site'] }), new Set(['mdbook', 'chromium']))
  const chapter = chapters().at(-1)
  assert.deepEqual(
    needs({ chapter, only: ['tests'] }),
    new Set(['redis', 'postgres']),
  )
})

test('a push runs a part of what is alike, a night all', () => {
  /** @param {import('./select.js').Selection} selection */
  const names = (selection) => selected(null, selection)
  const push = names({})
  const night = names({ full: true })
  assert.ok(push.every((name) => night.includes(name)))
  const left = night.filter((name) => !push.includes(name))
  assert.ok(left.includes('book mutants'))
  assert.ok(left.includes('ch05 node24'))
  assert.ok(push.includes(`${chapters().at(-1)?.id} node24`))
  /** @param {import('./select.js').Selection} selection */
  const benchmarks = (selection) => {
    const { cells } = select(selection, new Changes(null))
    const plan = cells
      .find(({ label, check }) => label === 'ch12' && check.id === 'programs')
      ?.plan()
    assert.ok(plan && 'argv' in plan)
    return plan.argv.filter((word) => word.startsWith('ch12-')).length
  }
  assert.equal(benchmarks({}), 1)
  assert.ok(benchmarks({ full: true }) > 1)
  const costly = fileURLToPath(import.meta.url).replace('select', 'verify')
  const changes = new Changes(null)
  assert.ok(!toolTests(false, { changes, all: false }).includes(costly))
  assert.ok(toolTests(false, { changes, all: true }).includes(costly))
})

test('of a page only sentences differ, or what it shows', (t) => {
  const text = '# A\n\nOne.\n\n{{#listing a.js}}\n\n```console\n$ true\n```\n'
  const project = temporaryProject({ 'src/a.md': text, 'b.md': '' }, t)
  project.commit()
  project.git('checkout', '--quiet', '-b', 'topic')
  /** @param {string} from @param {string} to */
  const differing = (from, to) => {
    project.write('src/a.md', text.replace(from, to))
    const difference = changedFiles(project.folder)
    return [...proseOnly(difference, project.folder)]
  }
  assert.deepEqual(differing('One.', 'Two.'), ['src/a.md'])
  assert.deepEqual(differing('# A', '# B'), ['src/a.md'])
  assert.deepEqual(differing('true', 'false'), [])
  assert.deepEqual(differing('a.js', 'b.js'), [])
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

/** @param {ReturnType<typeof temporaryProject>} project */
function differenceIn({ folder }) {
  const { since, files } = changedFiles(folder) ?? {}
  return [since, files]
}

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
  assert.deepEqual(differenceIn(project), [
    'main',
    ['a.txt', 'b.txt', 'new folder/é.txt'],
  ])
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
  assert.deepEqual(differenceIn(project), ['HEAD~1', ['a.txt']])
  project.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  project.write('b.txt', 'edited')
  assert.deepEqual(differenceIn(project), ['origin/main', ['b.txt']])
})

test('without a history nobody can tell', (t) => {
  const project = temporaryProject({ 'a.txt': 'a' }, t)
  assert.equal(changedFiles(project.folder), null)
  project.commit()
  // The first commit has none before it.
  assert.equal(changedFiles(project.folder), null)
})
