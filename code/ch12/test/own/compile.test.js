import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Router } from '../../lib/index.js'
import { compile, write } from '../../lib/router/compiled.js'
import { routeOf } from '../../steps/routes.js'

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

test('where no code may be made from strings, the tree goes on', () => {
  const program = `import { Router } from ${library}
    const router = new Router()
    router.get('/users/:id', () => {}).get('/users/me', () => {}).compile()
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

test('no function has a long wait, whatever a node has below it', () => {
  const patterns = Array.from({ length: 120 }, (_, i) => [
    // What is below a name, and what is below a value, are long enough alone.
    `/area-number-${i}/:id`,
    `/area-number-${i}/list`,
    `/:tenant/section-number-${i}/:id`,
    `/:tenant/section-number-${i}/list`,
  ]).flat()
  const routes = patterns.map((pattern) => routeOf(`GET ${pattern}`))
  const { source } = write(routes, false)
  const functions = source
    .replace(/^const c.*\n/gm, '')
    .split(/^const (?:part|find|P)/m)
  const longest = Math.max(...functions.map(({ length }) => length))
  assert.ok(longest < 100_000, `the longest has ${longest} characters`)
  const code = compile(routes, false)
  const find = (/** @type {string} */ path) => code?.find('GET', path, path)
  for (let i = 0; i < 120; i++) {
    const path = `/area-number-${i}/section`
    assert.equal(find(path)?.params.id, 'section')
    const other = find(`/area/section-number-${i}/7`)
    assert.deepEqual({ ...other?.params }, { tenant: 'area', id: '7' })
  }
  assert.equal(find('/nobody/area-number-7/7'), null)
  // This one gets into the part of a name, and out of it again.
  const { tenant } = find('/area-number-x/section-number-7/9')?.params ?? {}
  assert.equal(tenant, 'area-number-x')
})

test('where branches nest deeper than the stack, the tree goes on', () => {
  const router = new Router().get('/:id/posts', () => {})
  for (let i = 1; i <= 4000; i++) router.get(`/${'a'.repeat(i)}`, () => {})
  router.compile()
  assert.equal(router.find('GET', '/7/posts')?.params.id, '7')
})

test('paths that end too early undo no optimization', () => {
  const program = `import { Router } from ${library}
    const router = new Router()
    const paths = ['/users/:id/posts', '/u/:id', '/articles-of-a-day/:day/x']
    for (const path of paths) router.get(path, () => {})
    router.compile()
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
