import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Router } from '../../lib/index.js'

/**
 * The programs that are made from strings while something runs.
 *
 * @param {() => void} use
 */
function sourcesMadeBy(use) {
  const { Function: original } = globalThis
  /** @type {string[]} */
  const sources = []
  globalThis.Function = new Proxy(original, {
    construct(target, values) {
      sources.push(values.at(-1))
      return Reflect.construct(target, values)
    },
  })
  try {
    use()
  } finally {
    globalThis.Function = original
  }
  return sources
}

/** @param {() => void} use */
const programsMadeBy = (use) => sourcesMadeBy(use).length

const library = JSON.stringify(new URL('../../lib/index.js', import.meta.url))

/**
 * @param {string} program
 * @param {string} flag of V8
 */
const runProgram = (program, flag) =>
  spawnSync(
    process.execPath,
    [flag, '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )

/**
 * @param {Router} router
 * @param {number} count
 */
function lookUp(router, count) {
  for (let i = 0; i < count; i++) router.find('GET', '/users/7')
}

test('routes become code after that many lookups, and only once', () => {
  const router = new Router({ compileAfter: 10 })
  router.get('/users/:id', () => {})
  assert.equal(
    programsMadeBy(() => lookUp(router, 9)),
    0,
  )
  assert.equal(
    programsMadeBy(() => lookUp(router, 1)),
    1,
  )
  assert.equal(
    programsMadeBy(() => lookUp(router, 100)),
    0,
  )
})

test('unless told so, after 1,000', () => {
  const router = new Router()
  router.get('/users/:id', () => {})
  assert.equal(
    programsMadeBy(() => lookUp(router, 999)),
    0,
  )
  assert.equal(
    programsMadeBy(() => lookUp(router, 1)),
    1,
  )
})

test('a new route begins the count again', () => {
  const router = new Router({ compileAfter: 10 })
  router.get('/users/:id', () => {})
  lookUp(router, 10)
  router.get('/users/:id/posts', () => {})
  assert.equal(
    programsMadeBy(() => lookUp(router, 9)),
    0,
  )
  assert.equal(
    programsMadeBy(() => lookUp(router, 1)),
    1,
  )
})

test('Infinity: they never become code', () => {
  const router = new Router({ compileAfter: Infinity })
  router.get('/users/:id', () => {})
  assert.equal(
    programsMadeBy(() => lookUp(router, 5000)),
    0,
  )
})

test('paths without values become code, too', () => {
  const router = new Router({ compileAfter: 1 })
  router.get('/users', () => {}).get('/about', () => {})
  assert.equal(
    programsMadeBy(() => lookUp(router, 10)),
    1,
  )
  assert.equal(router.find('GET', '/about')?.route.path, '/about')
})

test('where no code may be made from strings, the tree goes on', () => {
  const program = `import { Router } from ${library}
    const router = new Router({ compileAfter: 2 })
    router.get('/users/:id', () => {}).get('/users/me', () => {})
    for (let i = 0; i < 10; i++) {
      const { route, params } = router.find('GET', '/users/' + i)
      console.log(route.path, params.id)
    }
    console.log(router.find('GET', '/users/me').route.path)
    console.log(router.allowed('/nowhere').length)`
  const { stdout, stderr } = runProgram(
    program,
    '--disallow-code-generation-from-strings',
  )
  const expected = Array.from({ length: 10 }, (_, i) => `/users/:id ${i}`)
  assert.equal(stdout, [...expected, '/users/me', '0', ''].join('\n'), stderr)
})

test('no function is longer than V8 optimizes, whatever a node has below it', () => {
  const router = new Router({ compileAfter: 1 })
  for (let i = 0; i < 120; i++) {
    // What is below a name, and what is below a value, are long enough alone.
    router.get(`/area-number-${i}/:id`, () => {})
    router.get(`/area-number-${i}/list`, () => {})
    router.get(`/:tenant/section-number-${i}/:id`, () => {})
    router.get(`/:tenant/section-number-${i}/list`, () => {})
  }
  const [source] = sourcesMadeBy(() => router.find('GET', '/'))
  const functions = source.replace(/^const c.*\n/gm, '').split(/^function /m)
  const longest = Math.max(...functions.map(({ length }) => length))
  // A character is 0.9 bytes of bytecode, of which there may be 61,440.
  assert.ok(longest * 0.9 < 61_440, `the longest has ${longest} characters`)
  for (let i = 0; i < 120; i++) {
    const path = `/area-number-${i}/section`
    assert.equal(router.find('GET', path)?.params.id, 'section')
    const other = router.find('GET', `/area/section-number-${i}/7`)
    assert.deepEqual({ ...other?.params }, { tenant: 'area', id: '7' })
  }
  assert.equal(router.find('GET', '/nobody/area-number-7/7'), null)
})

test('where branches nest deeper than the stack, the tree goes on', () => {
  const router = new Router({ compileAfter: 1 })
  router.get('/:id/posts', () => {})
  for (let i = 1; i <= 4000; i++) router.get(`/${'a'.repeat(i)}`, () => {})
  for (let i = 0; i < 3; i++) {
    assert.equal(router.find('GET', '/7/posts')?.params.id, '7')
  }
})

test('paths that end too early undo no optimization', () => {
  const program = `import { Router } from ${library}
    const router = new Router({ compileAfter: 1 })
    const paths = ['/users/:id/posts', '/u/:id', '/articles-of-a-day/:day/x']
    for (const path of paths) router.get(path, () => {})
    const use = (path) => router.find('GET', path)
    for (let i = 0; i < 100_000; i++) {
      use('/users/' + i + '/posts'), use('/u/' + i)
      use('/articles-of-a-day/' + i + '/x'), use('/nothing' + i)
    }
    for (let i = 0; i < 100; i++) {
      for (const path of paths) {
        for (let end = 0; end < path.length; end++) use(path.slice(0, end))
      }
    }
    console.log('done')`
  const { stdout } = runProgram(program, '--trace-deopt')
  assert.match(stdout, /done/)
  const bounds = stdout.match(/.*reason: out of bounds.*/g)
  assert.equal(bounds, null, bounds?.join('\n') ?? '')
})
