import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { cleanEnv } from '../../tools/processes/run.js'
import { node } from '../../tools/processes/toolchain.js'
import { createConsole, duration } from './console.js'

const { path: nodePath, reason } = node(26)

/**
 * @param {(console: Console) => void} use
 * @returns {{ stdout: string, stderr: string }}
 */
function inPage(use) {
  const said = { stdout: '', stderr: '' }
  const console = createConsole({
    stdout: (text) => {
      said.stdout += text
    },
    stderr: (text) => {
      said.stderr += text
    },
  })
  use(/** @type {any} */ (console))
  return said
}

/** @param {(console: Console) => void} use */
function inNode(use) {
  const { stdout, stderr } = spawnSync(
    nodePath ?? '',
    ['-e', `(${use})(console)`],
    { encoding: 'utf8', env: cleanEnv() },
  )
  return { stdout, stderr }
}

/** @type {Record<string, (console: Console) => void>} */
const uses = {
  formats: (console) => {
    console.log(
      '%s %d %i %f %j %o %O %c%%',
      'a',
      1,
      2.5,
      '3.5',
      {},
      [1],
      2,
      'x',
    )
    console.log('%s', { toString: () => 'own' }, null, 'more')
    console.log('a', 'b\n', { c: 'd\n' }, [undefined, null], 1n, -0)
    console.log()
    console.log('')
  },
  streams: (console) => {
    console.error('error %d', 1)
    console.warn({ a: 1 })
    console.info('info')
    console.debug('debug')
    console.assert(false, 'text %s', 'more')
    console.assert(false, { a: 1 }, 'b')
    console.assert(false)
    console.assert(true, 'not said')
  },
  groups: (console) => {
    console.group('one', { a: 1 })
    console.log('a\nb')
    console.group()
    console.error('deep')
    console.groupEnd()
    console.groupEnd()
    console.groupEnd()
    console.groupCollapsed('two')
    console.log('c')
  },
  counts: (console) => {
    console.count()
    console.count('a')
    console.count()
    console.countReset()
    console.count()
  },
  dir: (console) => {
    console.dir({ a: { b: { c: { d: 1 } } } })
    console.dir({ a: { b: {} } }, { depth: 0 })
    console.dirxml({ a: 1 }, 'b')
  },
}

for (const [name, use] of Object.entries(uses)) {
  test(`as in Node.js: ${name}`, { skip: nodePath ? false : reason }, () => {
    assert.deepEqual(inPage(use), inNode(use))
  })
}

test('a time is told in the unit that suits it', () => {
  assert.equal(duration(0.12345), '0.123ms')
  assert.equal(duration(12), '12ms')
  assert.equal(duration(1_250), '1.250s')
  assert.equal(duration(65_000), '1:05.000 (m:ss.mmm)')
})

test('timers are told, and those that are not there are said not to be', () => {
  const { stdout, stderr } = inPage((console) => {
    console.time()
    console.timeLog('default', { a: 1 })
    console.timeEnd()
    console.timeEnd()
    console.countReset('none')
  })
  assert.match(stdout, /^default: [\d.]+ms \{ a: 1 \}\ndefault: [\d.]+ms\n$/)
  assert.match(stderr, /No such label 'default' for console\.timeEnd\(\)/)
  assert.match(stderr, /Count for 'none' does not exist/)
})

test('methods work without their console', () => {
  const { stdout } = inPage(({ log, group }) => {
    group('a')
    log('b')
  })
  assert.match(stdout, /^a\n {2}b\n/)
})
