/** What `npm test` runs in a snapshot: code/chNN/test/run.js. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { codeDir } from '../lib/paths.js'
import { cleanEnv } from '../processes/run.js'
import { nodePath } from '../processes/toolchain.js'
import { temporaryProject } from '../testing/temporary-project.js'

const runner = readFileSync(path.join(codeDir, 'ch00/test/run.js'), 'utf8')

/** @param {string} name @param {string} [needed] that it imports beside APP */
const tests = (name, needed = 'server.js') => `
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import './support.js'
const { is } = await import(new URL('${needed}', pathToFileURL(process.env.APP)))
test('${name} ' + is, () => {})
`

const files = {
  'code/ch00/server.js': "export const is = 'at ch00'\n",
  'code/ch00/lib/old.js': "export const is = 'old'\n",
  'code/ch00/test/run.js': runner,
  'code/ch00/test/support.js': '',
  'code/ch00/test/first.test.js': tests('first'),
  'code/ch00/test/old.test.js': tests('module', 'lib/old.js'),
  'code/ch00/test/own/step.test.js':
    "import { test } from 'node:test'\ntest('step', () => {})\n",
  'code/ch01/package.json': '{ "type": "module" }\n',
  'code/ch01/server.js': "export const is = 'at ch01'\n",
  'code/ch01/test/run.js': runner,
  'code/ch01/test/support.js': '',
  'code/ch01/test/dropped.json': '{ "ch00/test/old.test.js": "gone" }\n',
  'code/ch01/test/second.test.js': tests('second'),
}

/** @param {string} folder @param {string[]} args */
function npmTest(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(
    nodePath(26) ?? process.execPath,
    ['test/run.js', '--test-reporter=spec', ...args],
    { cwd: folder, encoding: 'utf8', env: cleanEnv() },
  )
  const output = stdout + stderr
  return { status, output, names: namesOf(output) }
}

/** @param {string} output */
const namesOf = (output) =>
  [...output.matchAll(/✔ ([a-z]+(?: at ch\d\d| old)?) \(/gm)]
    .map(([, name]) => name)
    .sort()

test('a snapshot runs the tests before it that apply, against its own server', (t) => {
  const project = temporaryProject(files, t)
  const second = npmTest(project.path('code/ch01'))
  assert.equal(second.status, 0, second.output)
  assert.deepEqual(second.names, ['first at ch01', 'second at ch01'])
  const first = npmTest(project.path('code/ch00'))
  assert.deepEqual(first.names, ['first at ch00', 'module old', 'step'])
})

test('a module that goes without a word takes its tests down', (t) => {
  const project = temporaryProject(files, t)
  project.write('code/ch01/test/dropped.json', '{}\n')
  assert.equal(npmTest(project.path('code/ch01')).status, 1)
  project.write(
    'code/ch01/test/dropped.json',
    '{ "ch00/test/odd.test.js": "" }',
  )
  const { status, output } = npmTest(project.path('code/ch01'))
  assert.notEqual(status, 0)
  assert.match(output, /there is no test ch00\/test\/odd\.test\.js/)
})

test('an older Node is told once what the tests need', (t) => {
  const old = runner
    .replace('major > 24', 'false')
    .replace('major === 24', 'false')
  const project = temporaryProject(
    { ...files, 'code/ch00/test/run.js': old },
    t,
  )
  const { status, output } = npmTest(project.path('code/ch00'))
  assert.equal(status, 1)
  assert.match(
    output,
    /^This is Node\.js v\S+, and Velocy needs 24\.2 or newer\..*\n$/,
  )
})

test('carried along, the whole suite runs where the snapshot stands alone', (t) => {
  const project = temporaryProject(files, t)
  npmTest(project.path('code/ch01'), '--carry')
  const alone = project.path('alone')
  cpSync(project.path('code/ch01'), alone, { recursive: true })
  const { status, output, names } = npmTest(alone)
  assert.equal(status, 0, output)
  assert.deepEqual(names, ['first at ch01', 'second at ch01'])
})
