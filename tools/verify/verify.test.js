// @nightly
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { roughly } from '../lib/message.js'
import { bookDir, root } from '../lib/paths.js'
import { redis } from '../stores/programs.js'
import { answeringServer } from '../testing/answering-server.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { allChecks } from './checks.js'
import { estimate, planLines, resultLines, summary } from './report.js'
import { limitOf, runCell, runCells, totals } from './runner.js'
import { verifyIn } from './verify.fixture.js'

/** @typedef {import('node:test').TestContext} TestContext */
/** @typedef {import('./runner.js').Cell} Cell */
/** @typedef {import('./runner.js').Result} Result */

const summaryPage =
  '# Summary\n\n[Introduction](README.md)\n\n' +
  '- [Bytes](ch01-bytes/README.md)\n- [Lines](ch02-lines/README.md)\n'

const server = answeringServer('hello')

/** @param {string} expected */
const serverTest = (expected) => `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
const file = process.env.APP ?? new URL('../server.js', import.meta.url)
const { start } = await import(pathToFileURL(String(file)).href)
test('says ${expected}', async (t) => {
  const { url, close } = await start({ port: 0 })
  t.after(close)
  const response = await fetch(url)
  assert.equal(await response.text(), '${expected}')
})
`

/**
 * @param {TestContext} t
 * @param {Record<string, string>} [files]
 */
function book(t, files = {}) {
  const codePackage = '{ "name": "velocy", "type": "module" }\n'
  return temporaryProject(
    {
      'src/SUMMARY.md': summaryPage,
      'src/README.md': '# Introduction\n',
      'src/ch01-bytes/README.md': '# Bytes\n',
      'src/ch02-lines/README.md': '# Lines\n',
      'code/ch01/package.json': codePackage,
      'code/ch02/package.json': codePackage,
      'code/ch01/server.js': server,
      'code/ch02/server.js': server,
      'code/ch01/test/hello.test.js': serverTest('hello'),
      'code/ch02/test/hello.test.js': serverTest('hello'),
      ...files,
    },
    t,
  )
}

/**
 * @param {ReturnType<typeof book>} project
 * @param {...string} args
 */
const verify = (project, ...args) =>
  verifyIn(project, args, { CHROMIUM: '/none' })

test('everything that passes is counted, cell by cell', async (t) => {
  const { status, output, last } = await verify(
    book(t),
    '--only',
    'tests,earlier',
  )
  assert.equal(status, 0, output)
  assert.match(output, /^3 checks, about \d+ s on idle cores$/m)
  for (const name of ['ch01 tests', 'ch02 tests', 'ch02 earlier']) {
    assert.match(output, new RegExp(`^✓ ${name} +\\d+\\.\\d s  `, 'm'))
  }
  assert.equal(last, '3 passed, 0 failed')
})

const storeTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
const url = process.env.REDIS_URL
test('a store is there', { skip: url ? false : 'no REDIS_URL' }, () => {
  assert.match(url, /^redis:/)
})
`

test('tests get the stores that they ask for', async (t) => {
  const { path: program, reason } = redis()
  if (!program) return t.skip(reason)
  const project = book(t, {
    'code/ch01/test/store.test.js': storeTest.replace('^redis:', '^$'),
  })
  const { output, last } = await verify(project, '--only', 'tests')
  assert.match(output, /'redis:\/\/127\.0\.0\.1:\d+'/)
  assert.equal(last, '1 passed, 1 failed')
})

test('tests without their store are counted, with the reason', async (t) => {
  const project = book(t, { 'code/ch01/test/store.test.js': storeTest })
  t.after(() => delete process.env.REDIS)
  process.env.REDIS = '/no/redis'
  const { output, last } = await verify(project, '--only', 'tests')
  assert.match(
    output,
    /^ {2}ch01 tests: 1 of 2 tests were skipped: REDIS is \/no\/redis, no/m,
  )
  assert.equal(last, '2 passed, 0 failed')
})

test('a failing test fails its cell, and only what fails is shown', async (t) => {
  const project = book(t)
  const passing = "test('is right', () => {})\n"
  project.write(
    'code/ch02/test/hello.test.js',
    `${serverTest('goodbye')}${passing}`,
  )
  const { status, output, last } = await verify(
    project,
    '--only',
    'tests,earlier',
  )
  assert.equal(status, 1)
  assert.match(output, /^✗ ch02 tests +\d+\.\d s/m)
  assert.match(output, /^ch02 tests: 1 of 2 tests failed$/m)
  assert.match(output, /✖ code\/ch02\/test\/hello\.test\.js:\d+ says goodbye/)
  assert.doesNotMatch(output, /is right|▶|node:internal/)
  assert.match(output, /'hello' !== 'goodbye'|\+ 'hello'/)
  assert.match(output, /scripts\/verify.sh --chapter ch02 --only tests/)
  assert.equal(last, '2 passed, 1 failed')
})

test("a chapter that breaks an earlier chapter's promise fails", async (t) => {
  const project = book(t)
  project.replace('code/ch02/server.js', "'hello'", "'changed'")
  project.write('code/ch02/test/hello.test.js', serverTest('changed'))
  const { output, last } = await verify(project, '--only', 'tests,earlier')
  assert.match(
    output,
    /✗ ch02 earlier failed: 1 of 1 tests failed: ✖ code\/ch01\/test\/hello/,
  )
  assert.equal(last, '2 passed, 1 failed')
})

test('a test that fails in several chapters is named once, at the end', async (t) => {
  const project = book(t, {
    'code/ch01/test/hello.test.js': serverTest('goodbye'),
  })
  const { output } = await verify(project, '--only', 'tests,earlier')
  assert.match(
    output,
    /^✖ in ch01…ch02: code\/ch01\/test\/hello\.test\.js:\d+ says goodbye$/m,
  )
})

test('a program that a test forks need not hold a test', async (t) => {
  const project = book(t, {
    'code/ch01/test/helper.js': "process.send('ready')\n",
    'code/ch01/test/hello.test.js': `
      import { fork } from 'node:child_process'
      import { once } from 'node:events'
      import { test } from 'node:test'
      import { fileURLToPath } from 'node:url'
      const file = fileURLToPath(new URL('helper.js', import.meta.url))
      test('forks', () => once(fork(file), 'exit'))
    `,
  })
  const { output, last } = await verify(project, '--only', 'earlier')
  assert.equal(last, '1 passed, 0 failed', output)
})

test('a test that hangs fails, and a file that does is named', async (t) => {
  const project = book(t, {
    'code/ch01/test/left.test.js': `
      import { test } from 'node:test'
      test('leaves a timer', () => void setInterval(() => {}, 1000))
    `,
    'code/ch02/test/waits.test.js': `
      import { test } from 'node:test'
      test('waits', (t) => {
        const timer = setInterval(() => {}, 1000)
        t.after(() => clearInterval(timer))
        return new Promise(() => {})
      })
    `,
  })
  const env = { CHROMIUM: '/none', PATIENCE: '0.02' }
  const { output } = await verifyIn(project, ['--only', 'tests'], env)
  assert.match(output, /^ch01 tests: did not end within 6 s$/m)
  assert.match(output, /^✖ code\/ch01\/test\/left\.test\.js did not end$/m)
  assert.match(
    output,
    /^✖ \S*waits\.test\.js:\d+ waits\n.*timed out after 600ms/m,
  )
  assert.match(output, /^ch02 tests: \d of 2 tests failed$/m)
})

test('a file of tests that cannot be loaded says why', async (t) => {
  const broken = 'throw new Error("Nothing works")\n'
  const project = book(t, { 'code/ch01/test/hello.test.js': broken })
  const only = ['--chapter', 'ch01', '--only', 'tests']
  const { output } = await verify(project, ...only)
  assert.match(
    output,
    /hello\.test\.js:\d+ does not run to its end\n[\s\S]*Error: Nothing works/,
  )
})

test('a chapter without a test fails, and so does an empty test file', async (t) => {
  const project = book(t, { 'code/ch01/test/hello.test.js': '// Nothing.\n' })
  rmSync(project.path('code/ch02/test'), { recursive: true })
  const only = ['--only', 'tests,earlier']
  const { status, output } = await verify(project, ...only)
  assert.equal(status, 1)
  for (const cell of ['ch01 tests', 'ch02 earlier']) {
    const empty = `✗ ${cell} failed: \\S*hello\\.test\\.js holds no test`
    assert.match(output, new RegExp(empty))
  }
  assert.match(output, /✗ ch02 tests failed: code\/ch02 has no test/)
})

test('what could not be checked is skipped by name, and is no success', async (t) => {
  const project = book(t)
  const versions = JSON.parse(project.read('tools/setup/versions.json'))
  versions.node['24'] = '24.999.0'
  project.write('tools/setup/versions.json', JSON.stringify(versions))
  project.write('tools/lint/some.browser.test.js', '')
  const only = ['--only', 'node24,widgets']
  const { status, output, last } = await verify(project, ...only)
  assert.equal(status, 1)
  assert.match(
    output,
    /– ch02 node24 skipped: Node 24\.999\.0 is not installed/,
  )
  assert.match(output, /– book widgets skipped: CHROMIUM is \/none/)
  assert.equal(last, '0 passed, 0 failed, 2 skipped')
})

test('what looks at the pages looks at pages built just now', async (t) => {
  const { status, output, last } = await verify(book(t), '--only', 'links')
  assert.equal(status, 1)
  assert.match(output, /– book links skipped: needs "build", which failed/)
  assert.equal(last, '0 passed, 1 failed, 1 skipped')
})

test('a missing tool fails its check', async (t) => {
  const project = book(t)
  project.write('tools/lint/completeness.js', 'process.exit(1)\n')
  const { output } = await verify(
    project,
    '--chapter',
    'ch01',
    '--only',
    'completeness',
  )
  assert.match(output, /^ch01 completeness: exit status 1$/m)
  assert.match(output, /\(it printed nothing\)/)
})

test('--dry-run says what would be run, why and how long, and runs nothing', async (t) => {
  const project = book(t, { 'code/ch01/test/hello.test.js': 'process.exit(1)' })
  const args = ['--dry-run', '--only', 'tests']
  const { status, output } = await verify(project, ...args)
  assert.equal(status, 0, output)
  assert.match(output, /^2 checks, about \d+ s on idle cores$/m)
  assert.match(
    output,
    /^ {2}tests +ch01…ch02 +30 s {2}the chapter's tests \(--only\)$/m,
  )
  assert.doesNotMatch(output, /passed|✓|✗/)
})

test('the ids of the checks are unique', () => {
  const ids = allChecks.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

const compilerOptions = {
  checkJs: true,
  allowJs: true,
  noEmit: true,
  strict: true,
  target: 'es2024',
  lib: ['es2024'],
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
}

const exercise = {
  'exercise.js': 'export const double = (n) => n\n',
  'solution.js': 'export const double = (n) => n * 2\n',
  'exercise.test.js': `
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    const file = process.env.EXERCISE ?? './exercise.js'
    const { double } = await import(new URL(file, import.meta.url))
    test('doubles', () => assert.equal(double(2), 4))
  `,
}

/** @param {Partial<typeof exercise>} [changes] */
function exerciseFiles(changes = {}) {
  const files = { ...exercise, ...changes }
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      `code/ch01/exercises/01-double/${name}`,
      text,
    ]),
  )
}
const page = '# Bytes\n\n## Double\n\n{{#exercise 01-double}}\n'

test('exercises: a starter that fails and a solution that passes', async (t) => {
  const files = { ...exerciseFiles(), 'src/ch01-bytes/README.md': page }
  const { output, last } = await verify(
    book(t, files),
    '--chapter',
    'ch01',
    '--only',
    'exercises',
  )
  assert.equal(last, '1 passed, 0 failed', output)
})

test('exercises: a starter that passes is caught', async (t) => {
  const solved = exerciseFiles({ 'exercise.js': exercise['solution.js'] })
  const { output, last } = await verify(
    book(t, { ...solved, 'src/ch01-bytes/README.md': page }),
    '--chapter',
    'ch01',
    '--only',
    'exercises',
  )
  assert.match(output, /01-double: the starter must fail by an assertion; got/)
  assert.equal(last, '0 passed, 1 failed')
})

test('the older Node runs the last chapter of each part', async (t) => {
  const project = book(t)
  const versions = JSON.parse(project.read('tools/setup/versions.json'))
  versions.node['24'] = versions.node['26']
  project.write('tools/setup/versions.json', JSON.stringify(versions))
  const [newer, older] = ['26', '24'].map((major) =>
    project.path(`.cache/tools/node${major}`),
  )
  symlinkSync(newer, older)
  const { output, last } = await verify(project, '--only', 'node24')
  assert.match(output, /^✓ ch02 node24 /m)
  assert.equal(last, '1 passed, 0 failed')
})

test('--page checks one page, and says which', async (t) => {
  const project = book(t, { 'src/ch02-lines/more.md': '# More\n' })
  project.write(
    'src/SUMMARY.md',
    `${summaryPage}  - [More](ch02-lines/more.md)\n`,
  )
  const only = ['--only', 'transcripts,completeness,structure']
  const good = await verify(project, '--page', 'ch02/more', ...only)
  assert.equal(good.status, 0, good.output)
  assert.match(good.output, /^The page src\/ch02-lines\/more\.md$/m)
  assert.doesNotMatch(good.output, /^ch01/m)
  const wrong = '# More\n\n```console\n$ echo a\nb\n```\n'
  project.write('src/ch02-lines/more.md', wrong)
  const bad = await verify(project, '--page', 'ch02/more', ...only)
  assert.equal(bad.status, 1)
  assert.match(bad.output, /src\/ch02-lines\/more\.md:4: .*echo a/)
  // The other page of the chapter is not asked.
  const other = await verify(project, '--page', 'ch02', ...only)
  assert.equal(other.status, 0, other.output)
})

test('--page sees a figure without a source, and a wrong type in its code', async (t) => {
  const project = book(t, {
    'src/ch01-bytes/README.md': '# Bytes\n\nIt takes 77 µs.\n',
    'tsconfig.base.json': JSON.stringify({ compilerOptions }),
    'code/ch01/server.js': '/** @type {number} */\nlet n = "a"\n',
  })
  const only = ['--only', 'numbers,types']
  const { output, last } = await verify(project, '--page', 'ch01', ...only)
  assert.match(output, /README\.md:3: got "77 µs", expected a figure/)
  assert.match(output, /server\.js\(2,5\): error TS2322/)
  assert.equal(last, '0 passed, 2 failed')
})

test('--page does not spell a language without a dictionary', async (t) => {
  const project = book(t, {
    'cspell.config.js': readFileSync(
      path.join(root, 'cspell.config.js'),
      'utf8',
    ),
    'translations/es/language.json':
      '{ "code": "es", "name": "Español", "dir": "ltr" }',
    'translations/es/ch01-bytes/README.md': '# Llegan los octetos\n',
  })
  const only = ['--only', 'spelling']
  const { output, last } = await verify(project, '--page', 'ch01', ...only)
  assert.equal(last, '1 passed, 0 failed', output)
})

test('--changed checks what the last commit can affect, and says so', async (t) => {
  const project = book(t)
  const changed = (/** @type {string[]} */ ...only) =>
    verify(project, '--changed', '--only', only.join(','))
  const first = await changed('tests', 'earlier')
  assert.match(first.output, /^Can't tell what differs; checking everything$/m)
  assert.equal(first.last, '3 passed, 0 failed')
  project.commit()
  project.write('code/ch02/server.js', `${server}// Changed.\n`)
  project.commit()
  const second = await changed('tests', 'earlier')
  assert.match(
    second.output,
    /^1 file differs from HEAD~1; left out, since it can't affect them: 1 check$/m,
  )
  assert.doesNotMatch(second.output, /^ch01/m)
  assert.equal(second.last, '2 passed, 0 failed')
  const none = await changed('markdown')
  assert.equal(none.status, 0)
  assert.equal(none.last, '0 passed, 0 failed')
})

test('a wrong argument is named, with what there is', async (t) => {
  const project = book(t, { 'src/ch02-lines/more.md': '# More\n' })
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [
      ['--chapter', 'ch99'],
      /--chapter: got the chapter "ch99"; expected one of ch01, ch02/,
    ],
    [['--only', 'foo'], /there is no check "foo"; there are types, tests/],
    [['--app', 'x.js'], /--app needs --page .* or --chapter/],
    [
      ['--chapter', 'ch01', '--app', 'x.js'],
      /x\.js is no file; expected the path/,
    ],
    [['--chapter', 'ch01', '--app', 'tools'], /tools is no file; expected/],
    [['--fast'], /Unknown option '--fast'/],
    [['--page', 'ch02/none'], /got ch02\/none, expected one of ch02\n/],
    [
      ['--page', 'ch02/more'],
      /src\/ch02-lines\/more\.md is not in src\/SUMMARY\.md; add it there\n/,
    ],
    [['--page', 'ch02', '--quick'], /--page does not go with --quick/],
    [['--quick', '--changed'], /--quick does not go with --changed/],
  ])) {
    const { status, output } = await verify(project, ...args)
    assert.equal(status, 2, args.join(' '))
    assert.match(output, message)
  }
})

test('--help names every check', async (t) => {
  const { status, output } = await verify(book(t), '--help')
  assert.equal(status, 0)
  for (const { id } of allChecks)
    assert.match(output, new RegExp(`^  ${id} `, 'm'))
})

/**
 * @param {string} id
 * @param {string} script of node
 * @param {Partial<Cell['check']>} [rest]
 * @returns {Cell}
 */
const cell = (id, script, rest = {}) => ({
  seconds: 2,
  label: 'ch01',
  why: '--only',
  needs: () => [],
  plan: () => ({ argv: [process.execPath, '-e', script] }),
  check: {
    id,
    title: id,
    seconds: 2,
    reads: [],
    ...rest,
  },
})

const limit = 60

test('a check that does not end in time fails', async () => {
  const late = cell('late', 'setInterval(() => {}, 1000)')
  const { status, reason } = await runCell(late, 0.1)
  assert.equal(status, 'failed')
  assert.match(reason, /^did not end within 0\.1 s$/)
})

test('tests of which all were skipped are a skipped check', async () => {
  const print = (/** @type {string} */ text) =>
    `console.log(${JSON.stringify(text)})`
  const all = cell('all', print('ℹ tests 2\nℹ skipped 2'), { tests: true })
  assert.equal((await runCell(all, limit)).status, 'skipped')
  const some = cell('some', print('ℹ tests 2\nℹ skipped 1'), { tests: true })
  const { status, note } = await runCell(some, limit)
  assert.deepEqual([status, note], ['passed', '1 of 2 tests were skipped'])
  const none = cell('none', print('ℹ tests 0'), { tests: true })
  assert.equal((await runCell(none, limit)).reason, 'ran no test')
})

test('the site that is checked is not the one that is served', async () => {
  const script = 'console.log(process.env.BOOK_DIR)'
  const build = await runCell(cell('build', script), limit)
  const links = await runCell(
    cell('links', script, { after: ['build'] }),
    limit,
  )
  for (const { output } of [build, links]) {
    assert.match(output, /verify/)
    assert.notEqual(output.trim(), bookDir)
  }
  // Others build books of their own, and nobody tells them where.
  const other = await runCell(cell('other', script), limit)
  assert.equal(other.output.trim(), 'undefined')
})

test('what needs a check that failed is skipped, with the reason', async () => {
  const results = await runCells(
    [
      cell('links', '', { after: ['build'] }),
      cell('build', 'process.exit(1)'),
      cell('other', ''),
    ],
    { width: 2, limitOf: () => limit },
    () => {},
  )
  assert.deepEqual(
    results.map(({ status, reason }) => [status, reason]),
    [
      ['skipped', 'needs "build", which failed'],
      ['failed', 'exit status 1'],
      ['passed', ''],
    ],
  )
})

test('of what goes in turn no two run at once, and others run beside', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cells-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const log = path.join(folder, 'log')
  const fifo = path.join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  const fs = "const fs = require('node:fs');"
  /** @param {string} name @param {string} [between] */
  const noting = (name, between = '') =>
    `${fs} const note = (word) => fs.appendFileSync(${JSON.stringify(log)},
      '${name} ' + word + '\\n'); note('begins'); ${between}; note('ends')`
  const there = JSON.stringify(fifo)
  const inTurn = { alone: true }
  await runCells(
    [
      // It ends when the one beside it has begun.
      cell('bench-1', noting('1', `fs.readFileSync(${there})`), inTurn),
      cell('bench-2', noting('2'), inTurn),
      cell('beside', `${fs} fs.writeFileSync(${there}, 'now')`),
      cell('bench-3', noting('3'), inTurn),
    ],
    { width: 2, limitOf: () => limit },
    () => {},
  )
  assert.deepEqual(readFileSync(log, 'utf8').trim().split('\n'), [
    '1 begins',
    '1 ends',
    '2 begins',
    '2 ends',
    '3 begins',
    '3 ends',
  ])
})

test('the totals of node --test are read', () => {
  assert.deepEqual(totals('ℹ tests 12\nℹ pass 11\nok\nℹ fail 1\n'), {
    tests: 12,
    pass: 11,
    fail: 1,
  })
})

test('what is run, what came of it and the totals are said', () => {
  /**
   * @param {Partial<Result>} rest
   * @returns {Result}
   */
  const result = (rest) => ({
    cell: cell('types', ''),
    status: 'passed',
    seconds: 1.234,
    reason: '',
    note: '',
    output: '',
    ...rest,
  })
  const passed = result({})
  const failed = result({ status: 'failed', reason: 'why', output: 'printed' })
  const skipped = result({ status: 'skipped', reason: 'no browser' })
  assert.match(
    planLines([passed.cell]),
    /^ {2}types +ch01 +2 s {2}types \(--only\)$/,
  )
  assert.match(resultLines(passed), /^✓ ch01 types +1\.2 s {2}types$/)
  assert.match(
    resultLines(failed),
    /^✗ ch01 types .*\n─+\nch01 types: why\n\nprinted\n─+$/,
  )
  const wrong = 'got 2 problems\nsrc/a.md:3: it is wrong\n'
  assert.match(
    summary([
      result({ status: 'failed', reason: 'exit status 1', output: wrong }),
    ]),
    /^✗ ch01 types failed: src\/a\.md:3: it is wrong$/m,
  )
  assert.match(resultLines(skipped), /^– ch01 types +skipped: no browser$/)
  assert.match(
    summary([passed, failed, skipped, result({ status: 'none' })]),
    /^– ch01 types skipped: no browser\n✗ ch01 types failed: why\nTo run one again: scripts\/verify\.sh --chapter ch01 --only types\n1 passed, 1 failed, 1 skipped$/,
  )
})

test('a plan takes as long as its longest check, or as all side by side', () => {
  const build = { ...cell('build', ''), seconds: 20 }
  assert.equal(estimate([build, cell('a', '')], 5), 20)
  const many = Array.from({ length: 50 }, () => cell('a', ''))
  assert.equal(estimate(many, 5), 20)
  assert.equal(roughly(20), '20 s')
  assert.equal(roughly(290), '5 min')
})

test('a check may take several times as long as it does, and some minutes', () => {
  const before = process.env.PATIENCE
  process.env.PATIENCE = '4'
  try {
    assert.equal(limitOf({ seconds: 0.1 }), 301)
    assert.equal(limitOf({ seconds: 80 }), 780)
    assert.equal(limitOf({ seconds: 10 }, 10), 900)
  } finally {
    if (before === undefined) delete process.env.PATIENCE
    else process.env.PATIENCE = before
  }
})
