/** The package, installed from its tarball into projects of three kinds. */
import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import test, { before } from 'node:test'
import { readJson } from '../lib/files.js'
import { codeDir, root } from '../lib/paths.js'
import { run } from '../processes/run.js'
import { node, onPath, publint, typesLint } from '../processes/toolchain.js'
import { compile, typeRoots } from './declarations.js'
import { pack, packageName, stage, workDir } from './stage.js'

const consumers = path.join(import.meta.dirname, 'consumers')
const examplesDir = path.join(codeDir, 'examples')
const dependents = path.join(root, 'tools/verify/dependents')

/** The Nodes that Velocy supports. */
const nodes = ['24', '26'].map((major) => ({ major, ...node(major) }))

/** Where npm installs the package, by the name that the book uses. */
const installed = path.join(workDir, 'installed')
/** @type {string} absolute path of the folder that is published */
let folder
/** @type {import('./stage.js').Packed} */
let packed

before(async () => {
  folder = await stage()
  packed = await pack(folder)
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed)
  const dependencies = { velocy: `file:${packed.file}` }
  const manifest = JSON.stringify({ private: true, dependencies })
  writeFileSync(path.join(installed, 'package.json'), manifest)
  const args = ['install', '--offline', '--no-audit', '--no-fund']
  const npm = onPath('npm') ?? 'npm'
  const { status, output } = await run(npm, args, { cwd: installed })
  assert.equal(status, 0, output)
})

/**
 * A project with the package in it.
 *
 * @param {string} name
 * @param {'module' | 'commonjs'} type
 * @param {string[]} sources absolute paths of folders to copy
 */
function project(name, type, sources) {
  const own = path.join(workDir, name)
  rmSync(own, { recursive: true, force: true })
  for (const source of [installed, ...sources]) {
    cpSync(source, own, { recursive: true })
  }
  const manifest = JSON.stringify({ private: true, type })
  writeFileSync(path.join(own, 'package.json'), manifest)
  return own
}

/**
 * @param {import('node:test').TestContext} t
 * @param {string} file absolute path of a program
 * @param {(outcome: import('../processes/run.js').Outcome) => void} check
 */
async function onEachNode(t, file, check) {
  for (const { major, path: runner, reason } of nodes) {
    const title = `${path.basename(file)} on Node.js ${major}`
    await t.test(title, { skip: !runner && reason }, async () => {
      const cwd = path.dirname(file)
      check(await run(runner ?? '', [file], { cwd, timeout: 60 }))
    })
  }
}

/** @param {import('../processes/run.js').Outcome} outcome */
const hasAnswered = ({ status, stdout, output }) => {
  assert.equal(status, 0, output)
  assert.equal(stdout, 'answered\n')
}

test('a strict TypeScript project without allowJs compiles, and answers', async (t) => {
  const source = path.join(consumers, 'typescript')
  const own = project('typescript', 'module', [source, dependents])
  await compile(path.join(own, 'tsconfig.check.json'), {
    extends: path.join(source, 'tsconfig.json'),
    compilerOptions: { typeRoots },
    include: ['*.ts'],
  })
  await onEachNode(t, path.join(own, 'app.ts'), hasAnswered)
})

test('the examples of the reference compile with checkJs, and print what they say', async (t) => {
  const own = project('javascript', 'module', [examplesDir])
  await compile(path.join(own, 'tsconfig.check.json'), {
    compilerOptions: { typeRoots },
    include: ['*.js'],
  })
  for (const name of readdirSync(examplesDir)) {
    const file = path.join(own, name)
    const said = [...readFileSync(file, 'utf8').matchAll(/\) \/\/ (.+)$/gm)]
    if (said.length === 0) continue
    const expected = said.map(([, line]) => line)
    await onEachNode(t, file, ({ status, stdout, output }) => {
      assert.equal(status, 0, output)
      assert.deepEqual(stdout.trimEnd().split('\n'), expected)
    })
  }
})

test('a CommonJS project requires it, and answers', async (t) => {
  const source = path.join(consumers, 'commonjs')
  const own = project('commonjs', 'commonjs', [source])
  await onEachNode(t, path.join(own, 'app.cjs'), hasAnswered)
})

test('it has what its exports name, with declarations, and no test', () => {
  const names = packed.files.map((file) => file.path)
  const { exports, private: isPrivate } = readJson(
    path.join(folder, 'package.json'),
  )
  assert.equal(isPrivate, undefined)
  for (const file of Object.values(exports)) {
    const module = path.posix.normalize(file)
    assert.ok(names.includes(module), `${module} is missing`)
    const types = module.replace(/\.js$/, '.d.ts')
    assert.ok(names.includes(types), `${types} is missing`)
  }
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
    assert.ok(names.includes(name), `${name} is missing`)
  }
  const others = names.filter((name) => !/^(lib\/|[^/]+$)/.test(name))
  assert.deepEqual(others, [])
})

test('its name is in the scope of whoever owns the repository', () => {
  assert.equal(packageName('https://github.com/Ada/a-book.js'), '@ada/velocy')
})

test('the changelog has a section of the version', () => {
  const text = readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')
  assert.ok(text.includes(`\n## ${packed.version}: `), packed.version)
})

const linters = [publint(), typesLint()]
const without = linters.find(({ path: program }) => !program)?.reason

test('publint and arethetypeswrong find nothing', {
  skip: without,
}, async () => {
  const args = [
    [folder, '--strict', '--pack', 'false'],
    [packed.file, '--profile', 'esm-only', '--no-emoji'],
  ]
  for (const [i, { path: program }] of linters.entries()) {
    const { status, output } = await run(process.execPath, [
      program ?? '',
      ...args[i],
    ])
    assert.equal(status, 0, output)
  }
})
