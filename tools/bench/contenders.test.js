// @reads code/contenders/
import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { root } from '../lib/paths.js'
import {
  contenderIds,
  loadContender,
  newestVelocy,
  resolveContender,
  setUpContender,
} from './contenders.js'
import {
  chooseEntries,
  definitions,
  readDefinition,
  select,
} from './definitions.js'

/** @param {import('node:test').TestContext} t */
function temporaryFolder(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'contenders-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** @type {import('./contenders.js').Contender} */
const fake = {
  id: 'fake',
  name: 'Fake',
  language: 'JavaScript',
  runtime: 'node26',
  needs: [],
  version: { chapter: 'velocy' },
  run: ['{folder}/server'],
  folder: '/nowhere',
}

test('every contender and every benchmark is well formed', () => {
  const ids = contenderIds()
  assert.ok(ids.length >= 10)
  for (const id of ids) {
    const prepared = resolveContender(loadContender(id), {
      chapterDir: path.join(root, 'code', 'ch01'),
      velocyDir: path.join(root, 'code', 'ch09'),
      program: 'bench/server.js',
    })
    if (prepared.reason) continue
    for (const processes of [1, 2]) {
      assert.doesNotMatch(prepared.command(processes).join(' '), /[{}]/)
    }
  }
  for (const definition of definitions()) {
    const named =
      definition.kind === 'program'
        ? definition.needs
        : definition.contenders.map(({ contender }) => contender)
    for (const name of named) {
      assert.ok(ids.includes(name), `${definition.id}: ${name}`)
    }
  }
})

test('a contender that is not there is named with those that are', () => {
  assert.throws(() => loadContender('rails'), /No contender "rails".*express/)
})

test('what is missing is the reason, and how to get it', () => {
  const file = resolveContender({ ...fake, needs: ['file:code/nothing.js'] })
  assert.equal(file.reason, 'code/nothing.js is not there')
  const toolchain = resolveContender({ ...fake, needs: ['node99'] })
  assert.match(toolchain.reason, /Node 99 is not pinned/)
  assert.throws(
    () => resolveContender({ ...fake, needs: ['luck'] }),
    /Unknown need "luck"/,
  )
  assert.equal(resolveContender(fake).reason, '')
})

test('Velocy is the newest snapshot that exports a Router', (t) => {
  const code = temporaryFolder(t)
  write(path.join(code, 'ch05/lib/index.js'), 'export const Routers = 1\n')
  write(
    path.join(code, 'ch06/lib/index.js'),
    "export { createServer } from './a.js'\nexport { Router } from './b.js'\n",
  )
  assert.equal(newestVelocy(code), path.join(code, 'ch06'))
  write(path.join(code, 'ch10/lib/index.js'), 'export class Router {}\n')
  assert.equal(newestVelocy(code), path.join(code, 'ch10'))
})

test('the Velocy of each chapter takes part, as the folders of the code say', (t) => {
  const code = temporaryFolder(t)
  const router = 'export class Router {}\n'
  write(path.join(code, 'ch05/lib/index.js'), 'export const other = 1\n')
  write(path.join(code, 'ch07/lib/index.js'), router)
  write(path.join(code, 'ch06/lib/index.js'), router)
  const file = path.join(code, 'ch06/bench/by-chapter.bench.json')
  write(
    file,
    JSON.stringify({
      id: 'by-chapter',
      title: 'By chapter',
      chapter: 'ch06',
      request: { path: '/' },
      expect: { responses: [{ path: '/', body: '' }] },
      connections: 1,
      threads: 1,
      processes: 1,
      contenders: ['node-http', 'velocy-snapshots'],
    }),
  )
  const { contenders } = readDefinition(file)
  assert.deepEqual(
    contenders.map(({ id, name }) => [id, name]),
    [
      ['node-http', undefined],
      ['ch06', 'Velocy 06'],
      ['ch07', 'Velocy 07'],
    ],
  )
  const velocy = resolveContender(loadContender('velocy'), {
    velocyDir: path.join(root, 'code', 'ch06'),
  })
  assert.equal(velocy.version, 'ch06')
  assert.match(velocy.command(1).at(-1) ?? '', /ch06\/server\.js$/)
})

test('a benchmark adds to what it shares with others', (t) => {
  const bench = path.join(temporaryFolder(t), 'ch06', 'bench')
  const file = path.join(bench, 'one.bench.json')
  write(
    path.join(bench, 'servers.json'),
    JSON.stringify({
      request: { path: '/' },
      expect: { responses: [{ path: '/', body: '' }] },
      ...{ connections: 1, threads: 1, processes: 1 },
      contenders: [
        { id: 'a', contender: 'net', env: { ENGINE: 'net' } },
        { id: 'b', contender: 'bun', needs: ['net'] },
      ],
    }),
  )
  const own = {
    ...{ id: 'one', title: 'One', chapter: 'ch06', connections: 2 },
    extends: 'servers.json',
    env: { STORE: 'pg', ENGINE: 'http' },
    each: { bun: { needs: ['pino'], skip: 'it cannot' } },
  }
  write(file, JSON.stringify(own))
  const read = /** @type {import('./definitions.js').Definition} */ (
    readDefinition(file)
  )
  assert.equal(read.connections, 2)
  assert.deepEqual(read.contenders, [
    { id: 'a', contender: 'net', env: { STORE: 'pg', ENGINE: 'net' } },
    {
      ...{ id: 'b', contender: 'bun', needs: ['net', 'pino'] },
      ...{ env: { STORE: 'pg', ENGINE: 'http' }, skip: 'it cannot' },
    },
  ])
  write(file, JSON.stringify({ ...own, extends: 'other.json' }))
  assert.throws(() => readDefinition(file), /got extends "other.json", no such/)
})

test('an installation that fails is the reason, with its output', async (t) => {
  const folder = temporaryFolder(t)
  write(path.join(folder, 'package.json'), '{ not JSON')
  write(path.join(folder, 'package-lock.json'), '{}')
  const reason = await setUpContender({
    ...fake,
    id: 'fake-that-fails',
    folder,
    install: ['npm', 'ci', '--offline'],
    installed: 'node_modules/nothing',
  })
  assert.match(reason, /npm ci --offline in .* failed with exit status [1-9]/)
  assert.match(reason, /JSON/)
})

test('what takes minutes is left to a benchmark that needs it', async (t) => {
  const folder = temporaryFolder(t)
  write(path.join(folder, 'package.json'), '{}')
  write(path.join(folder, 'package-lock.json'), '{}')
  const reason = await setUpContender(
    {
      ...fake,
      id: 'fake-that-is-slow',
      folder,
      install: ['npm', 'ci'],
      slow: 'it is compiled',
    },
    () => {},
    { quick: true },
  )
  assert.equal(
    reason,
    'it is compiled: node tools/bench/setup.js fake-that-is-slow',
  )
})

test('an entry has the version of the package that it measures', (t) => {
  const folder = temporaryFolder(t)
  const packages = { 'node_modules/quick': { version: '1.2.3' } }
  const lock = JSON.stringify({ packages })
  write(path.join(folder, 'package-lock.json'), lock)
  const version = { package: 'quick' }
  const prepared = resolveContender({ ...fake, folder }, { version })
  assert.equal(prepared.version, '1.2.3')
})

test('a benchmark chooses another program of a contender', () => {
  const folder = '/contenders/web'
  const web = { ...fake, folder, program: 'server.js' }
  const run = ['{folder}/{program}']
  /** @param {string} [program] */
  const command = (program) =>
    resolveContender({ ...web, run }, { program }).command(1)
  assert.deepEqual(command(), ['/contenders/web/server.js'])
  assert.deepEqual(command('echo.js'), ['/contenders/web/echo.js'])
})

test('a build has its place and its environment, and is done once', async (t) => {
  const folder = temporaryFolder(t)
  const tools = path.join(folder, 'bin')
  write(
    path.join(tools, 'go'),
    '#!/bin/sh\n[ "$1" = version ] && echo go version go1.30.1 && exit\n' +
      'mkdir -p "$(dirname "$1")" && echo "$MODE" >"$1"\n',
  )
  chmodSync(path.join(tools, 'go'), 0o755)
  const { PATH } = process.env
  process.env.PATH = `${tools}:${PATH}`
  t.after(() => {
    process.env.PATH = PATH
  })
  const id = 'fake-that-is-built'
  const target = path.join(root, '.cache', 'bench', id)
  t.after(() => {
    rmSync(target, { recursive: true, force: true })
    rmSync(`${target}.stamp`, { force: true })
  })
  /** @type {import('./contenders.js').Contender} */
  const built = {
    ...fake,
    id,
    folder,
    needs: ['go1.25'],
    build: ['go', '{build}/server'],
    environment: { MODE: 'first' },
    installed: '{build}/server',
  }
  const read = () => readFileSync(path.join(target, 'server'), 'utf8')
  assert.equal(await setUpContender(built), '')
  assert.equal(read(), 'first\n')
  /** @type {string[]} */
  const lines = []
  await setUpContender(built, (line) => lines.push(line))
  assert.deepEqual(lines, [])
  await setUpContender({ ...built, environment: { MODE: 'second' } })
  assert.equal(read(), 'second\n')
  assert.match(
    await setUpContender({
      ...built,
      needs: ['go1.31'],
      environment: { MODE: 'third' },
    }),
    /Go 1\.30\.1, older than 1\.31/,
  )
})

test('what needs no installation is ready', async () => {
  assert.equal(await setUpContender(fake), '')
})

test('a benchmark is chosen by id, by chapter, or all of them', () => {
  assert.deepEqual(
    select('ch00-single').map(({ id }) => id),
    ['ch00-single'],
  )
  assert.ok(select('ch00').every(({ chapter }) => chapter === 'ch00'))
  assert.ok(select('all').length > select('ch00').length)
  assert.throws(() => select('ch00-double'), /one of .*ch00-single/)
})

test('entries are chosen by their own id, or by their contender', () => {
  const contenders = [
    { id: 'one', contender: 'velocy' },
    { id: 'two', contender: 'velocy' },
    { id: 'three' },
  ]
  /** @param {string[]} [only] */
  const chosen = (only) =>
    chooseEntries({ id: 'sample', contenders }, only).map(({ id }) => id)
  assert.deepEqual(chosen(), ['one', 'two', 'three'])
  assert.deepEqual(chosen(['two', 'three']), ['two', 'three'])
  assert.deepEqual(chosen(['velocy', 'four']), ['one', 'two'])
  assert.throws(
    () => chosen(['four', 'five']),
    /^Error: sample has none of four, five; it has one, two, three$/,
  )
})

test('a malformed benchmark says where and what', (t) => {
  const folder = temporaryFolder(t)
  const file = path.join(folder, 'ch00/bench/x.bench.json')
  const good = {
    id: 'x',
    title: 'X',
    chapter: 'ch00',
    request: { path: '/' },
    expect: { responses: [{ path: '/', body: '' }] },
    connections: 1,
    threads: 1,
    processes: 1,
    contenders: ['net'],
  }
  /** @param {object} changes */
  const read = (changes) => {
    write(file, JSON.stringify({ ...good, ...changes }))
    return readDefinition(file)
  }
  assert.equal(read({}).baseline, 'net')
  assert.throws(() => read({ id: 'y' }), /got id "y", expected "x"/)
  assert.throws(() => read({ connections: 0 }), /got connections 0/)
  assert.throws(() => read({ kind: 'open' }), /got rate undefined/)
  assert.throws(() => read({ contenders: ['net', 'net'] }), /there twice/)
  assert.throws(() => read({ baseline: 'axum' }), /expected one of net/)
  assert.throws(() => read({ expect: {} }), /expect.responses/)
  assert.throws(
    () => read({ request: { path: '/', bodyFile: 'a.txt' } }),
    /got bodyFile a\.txt, expected a file/,
  )
})

test('bodies come from files of the chapter', (t) => {
  const folder = temporaryFolder(t)
  const file = path.join(folder, 'ch99/bench/x.bench.json')
  write(path.join(folder, 'ch99/bench/sent.txt'), '{ "é": 1 }')
  write(path.join(folder, 'ch99/bench/got.txt'), '{"é":1}')
  const request = { path: '/', bodyFile: 'bench/sent.txt' }
  const definition = {
    id: 'x',
    title: 'X',
    chapter: 'ch99',
    request,
    expect: { responses: [{ path: '/', bodyFile: 'bench/got.txt' }] },
    connections: 1,
    threads: 1,
    processes: 1,
    contenders: ['net', { id: 'other', contender: 'net', request }],
  }
  write(file, JSON.stringify(definition))
  const read = /** @type {import('./definitions.js').Definition} */ (
    readDefinition(file)
  )
  assert.equal(read.request.body, '{ "é": 1 }')
  assert.equal(read.expect.responses[0].body, '{"é":1}')
  assert.equal(read.contenders[0].request, undefined)
  assert.equal(read.contenders[1].request?.body, '{ "é": 1 }')
})
