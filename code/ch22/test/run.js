/**
 * Runs the tests of this snapshot, and then those of the snapshots before it
 * that still apply, from where they stand, against the server of this one:
 *
 *     node test/run.js [options of node --test]
 *
 * What later snapshots run again stands in `test/`; `test/own/` is for what
 * only one of them has. A snapshot that drops a module drops its tests by name,
 * in `test/dropped.json`. With `--carry`, the earlier tests are copied into
 * `test/earlier/`: then this folder has its whole suite wherever it goes.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const own = path.resolve(import.meta.dirname, '..')
const carried = path.join(own, 'test', 'earlier')

/** @param {string} folder @returns {string[]} names, none if there is no folder */
const namesIn = (folder) =>
  existsSync(folder) ? readdirSync(folder).sort() : []

/** @param {string} folder @returns {string[]} absolute paths of its tests */
const testsIn = (folder) =>
  namesIn(folder)
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => path.join(folder, name))

/** @returns {string[]} the snapshots before this one, in their order */
function snapshotsBefore() {
  const name = path.basename(own)
  const beside = path.dirname(own)
  const isNumbered = (/** @type {string} */ one) => /^ch\d\d$/.test(one)
  if (!isNumbered(name)) return []
  return namesIn(beside)
    .filter((other) => isNumbered(other) && other < name)
    .map((other) => path.join(beside, other))
}

/**
 * @param {string[]} snapshots absolute paths
 * @returns {string[]} absolute paths of the tests that they drop
 * @throws {Error} for a test that is not there
 */
function droppedBy(snapshots) {
  return snapshots.flatMap((snapshot) => {
    const file = path.join(snapshot, 'test', 'dropped.json')
    if (!existsSync(file)) return []
    const dropped = JSON.parse(readFileSync(file, 'utf8'))
    return Object.keys(dropped).map((name) => {
      const test = path.resolve(snapshot, '..', name)
      if (existsSync(test)) return test
      throw new Error(`${file}: there is no test ${name}`)
    })
  })
}

/** @returns {string[]} absolute paths of all that applies to this snapshot */
function allTests() {
  const here = [
    ...testsIn(path.join(own, 'test')),
    ...testsIn(path.join(own, 'test', 'own')),
  ]
  if (existsSync(carried)) {
    const folders = namesIn(carried).map((name) => path.join(carried, name))
    return [...here, ...folders.flatMap(testsIn)]
  }
  return [...here, ...earlierTests()]
}

/** @returns {string[]} */
function earlierTests() {
  const before = snapshotsBefore()
  const dropped = new Set(droppedBy([...before, own]))
  return before
    .flatMap((snapshot) => testsIn(path.join(snapshot, 'test')))
    .filter((test) => !dropped.has(test))
}

/** Copies the earlier tests, with what they import from beside them. */
function carry() {
  rmSync(carried, { recursive: true, force: true })
  const wanted = new Set(earlierTests())
  for (const snapshot of snapshotsBefore()) {
    const folder = path.join(snapshot, 'test')
    for (const name of namesIn(folder)) {
      const file = path.join(folder, name)
      if (!/\.(?:js|txt)$/.test(name) || name === 'run.js') continue
      if (name.endsWith('.test.js') && !wanted.has(file)) continue
      cpSync(file, path.join(carried, path.basename(snapshot), name))
    }
  }
}

/** How long a test may take before it fails, in ms. */
const LIMIT = 30_000 * (Number(process.env.PATIENCE) || 2)

/** @param {string[]} options of `node --test`; without one, passes are dots */
function runTests(options) {
  const { APP = path.join(own, 'server.js') } = process.env
  const isSilent = !options.some((one) => one.startsWith('--test-reporter'))
  const reporter = isSilent ? ['--test-reporter=dot'] : []
  const limit = `--test-timeout=${LIMIT}`
  const argv = ['--test', limit, ...reporter, ...options, ...allTests()]
  const { status } = spawnSync(process.execPath, argv, {
    env: { ...process.env, APP: path.resolve(APP) },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
  if (status === 0 || !isSilent) return
  console.error('To see all that a file prints: APP=server.js node --test FILE')
}

const options = process.argv.slice(2)
const [major, minor] = process.versions.node.split('.').map(Number)
if (options.includes('--carry')) carry()
else if (major > 24 || (major === 24 && minor >= 2)) runTests(options)
else {
  const pinned = '../../.cache/tools/node26/node_modules/node/bin/node'
  console.error(
    `This is Node.js ${process.version}, and Velocy needs 24.2 or newer. scripts/verify.sh installs one in a clone: ${pinned} test/run.js`,
  )
  process.exitCode = 1
}
