#!/usr/bin/env node
/**
 * Runs find-my-way's own tests against Velocy's newest router:
 * node tools/conformance/find-my-way/cli.js
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  contendersDir,
  loadContender,
  lockedVersion,
  setUpContender,
} from '../../bench/contenders.js'
import { fromRoot, root } from '../../lib/paths.js'
import { cleanEnv, endChildrenOnSignal, run } from '../../lib/run.js'
import { node } from '../../lib/toolchain.js'
import { compare, numbered, summary } from './outcomes.js'

const help = `Usage: node tools/conformance/find-my-way/cli.js [options]

Runs the tests that the npm package find-my-way ships against Velocy's router.
Each passes, or is in differences.json with the reason why it cannot.

  --update     write the counts into README.md
  -h, --help

Exit status: 0; 1 when a test is not as it is expected, or a count is old.`

const folder = fileURLToPath(new URL('.', import.meta.url))
const readme = path.join(folder, 'README.md')
const differences = path.join(folder, 'differences.json')
const installed = path.join(contendersDir, 'routers')
const tests = path.join(installed, 'node_modules', 'find-my-way', 'test')

/** @returns {Promise<import('./outcomes.js').TestResult[]>} */
async function runTests() {
  const failure = await setUpContender(loadContender('routers'), console.error)
  if (failure) throw new Error(failure)
  const tool = node(26)
  if (!tool.path) throw new Error(tool.reason)
  const files = readdirSync(tests, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.test.js'))
    .sort()
  /** @param {string} name */
  const own = (name) => path.join(folder, name)
  const argv = [`--import=${new URL('preload.js', import.meta.url).href}`]
  argv.push('--test', `--test-reporter=${own('reporter.js')}`)
  const { stdout, output, timedOut } = await run(
    tool.path,
    [...argv, ...files.map((file) => path.join(tests, file))],
    { cwd: root, env: cleanEnv(), timeout: 100 },
  )
  if (timedOut) throw new Error('The tests did not end within 100 s')
  const results = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .map((result) => ({
      ...result,
      file: path.relative(tests, result.file).split(path.sep).join('/'),
    }))
  const silent = files.filter((file) => {
    const name = file.split(path.sep).join('/')
    return !results.some((result) => result.file === name)
  })
  if (silent.length > 0) {
    throw new Error(`No result of ${silent.join(', ')}:\n${output}`)
  }
  return numbered(results.sort((a, b) => (a.file < b.file ? -1 : 1)))
}

/**
 * @param {string} text of README.md
 * @param {string} counts
 */
function withCounts(text, counts) {
  const marked = /(<!-- counts -->\n)[\s\S]*?(\n<!-- \/counts -->)/
  if (!marked.test(text)) throw new Error('README.md has no place for counts')
  return text.replace(
    marked,
    (_, before, after) => `${before}\n${counts}\n${after}`,
  )
}

/** @param {boolean} update */
async function main(update) {
  const results = await runTests()
  /** @type {import('./outcomes.js').Reason[]} */
  const reasons = JSON.parse(readFileSync(differences, 'utf8'))
  const problems = compare(results, reasons).map(
    (problem) => `${fromRoot(differences)}: ${problem}`,
  )
  const version = lockedVersion(installed, 'find-my-way')
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
  const wanted = withCounts(text, summary(results, reasons, version))
  if (update) writeFileSync(readme, wanted)
  else if (text !== wanted) {
    problems.push(`${fromRoot(readme)}: its counts are old: run it --update`)
  }
  for (const problem of problems) console.log(problem)
  const passed = results.filter((result) => result.passed).length
  console.log(
    `find-my-way ${version}: ${passed} of ${results.length} tests pass, ` +
      `${results.length - passed} differ; ${problems.length} problems`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    update: { type: 'boolean' },
  },
})
if (values.help) console.log(help)
else {
  endChildrenOnSignal()
  try {
    await main(values.update === true)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
