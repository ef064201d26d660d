import assert from 'node:assert/strict'
import { unlinkSync } from 'node:fs'
import test from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'

const files = {
  'src/SUMMARY.md': '# Summary\n\n- [First](ch00-first/README.md)\n',
  'code/ch00/server.js':
    "import { a } from './demo/a.js'\nimport { find } from './lib/index.js'\na(find)\n",
  'code/ch00/demo/a.js': 'export const a = () => {}\n',
  'code/ch00/lib/index.js': "export { find } from './router/router.js'\n",
  'code/ch00/lib/router/router.js':
    "import { token } from '../http/fields.js'\nexport const find = () => token\n",
  'code/ch00/lib/http/fields.js': 'export const token = 1\n',
}
const run = 'lint/modules.js'

test('imports that go down pass', async (t) => {
  const { status, output } = await temporaryProject(files, t).run(run)
  assert.equal(status, 0, output)
})

test('what may not be imported is named, with the reason', async (t) => {
  const project = temporaryProject(files, t)
  const prepend = (/** @type {string} */ file, /** @type {string} */ line) =>
    project.write(
      `code/ch00/${file}`,
      `${line}\n${project.read(`code/ch00/${file}`)}`,
    )
  prepend('lib/http/fields.js', "import '../router/router.js'")
  prepend('lib/router/router.js', "\nimport '../../demo/a.js'")
  prepend('demo/a.js', "import '../lib/http/fields.js'")
  const { status, output } = await project.run(run)
  assert.equal(status, 1)
  assert.match(
    output,
    /^code\/ch00\/lib\/http\/fields\.js:1: it imports lib\/router\/router\.js: lib\/http builds on lib\/common only$/m,
  )
  assert.match(
    output,
    /^code\/ch00\/lib\/router\/router\.js:2: it imports demo\/a\.js: lib\/ knows nothing of what uses it$/m,
  )
  assert.match(
    output,
    /^code\/ch00\/demo\/a\.js:1: it imports lib\/http\/fields\.js: only lib\/index\.js is for others/m,
  )
  assert.match(output, /^modules: 3 problems$/m)
})

test('a module that nothing needs, or in no folder of lib, is named', async (t) => {
  const project = temporaryProject(files, t)
  project.write('code/ch00/lib/http/dead.js', '')
  project.write('code/ch00/lib/flat.js', "import './router/router.js'\n")
  project.write('code/ch00/demo/dead.js', '')
  const { status, output } = await project.run(run)
  assert.equal(status, 1)
  for (const name of ['lib/http/dead.js', 'lib/flat.js', 'demo/dead.js']) {
    const says = `code/ch00/${name}: nothing that server.js or lib/index.js imports needs it;`
    assert.ok(output.includes(says), output)
  }
  assert.match(
    output,
    /^code\/ch00\/lib\/flat\.js:1: .*stands in one of testing, observe, realtime, middleware, processes, data, cluster, workers, app, router, http, engine, log, common$/m,
  )
})

test('what package.json exports is for others, too', async (t) => {
  const project = temporaryProject(files, t)
  const cluster = 'code/ch00/lib/cluster'
  project.write(
    `${cluster}/index.js`,
    "export { serve } from './serve.js'\nimport '../http/fields.js'\n",
  )
  project.write(`${cluster}/serve.js`, 'export const serve = () => {}\n')
  const server = project.read('code/ch00/server.js')
  project.write(
    'code/ch00/server.js',
    `import './lib/cluster/index.js'\n${server}`,
  )
  const before = await project.run(run)
  assert.match(before.output, /server\.js:1: .*only lib\/index\.js is for/)
  const exports = { '.': './lib/index.js', './c': './lib/cluster/index.js' }
  project.write('code/ch00/package.json', JSON.stringify({ exports }))
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
  project.write(
    'code/ch00/demo/a.js',
    "import '../lib/cluster/serve.js'\nexport const a = () => {}\n",
  )
  const deep = await project.run(run)
  assert.match(deep.output, /only lib\/index\.js and lib\/cluster\/index\.js/)
})

test('a module that another one starts, or takes types from, is needed', async (t) => {
  const project = temporaryProject(files, t)
  project.write('code/ch00/lib/http/entry.js', '')
  project.write('code/ch00/lib/http/types.js', 'export {}\n')
  const file = 'code/ch00/lib/http/fields.js'
  project.write(
    file,
    `/** @import { One } from './types.js' */
${project.read(file)}new URL('./entry.js', import.meta.url)
`,
  )
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
})

test('before there is an index, the server may import what it needs', async (t) => {
  const project = temporaryProject(files, t)
  project.write(
    'code/ch00/server.js',
    "import './demo/a.js'\nimport './lib/router/router.js'\n",
  )
  unlinkSync(project.path('code/ch00/lib/index.js'))
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
})
