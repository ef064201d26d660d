// @nightly
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { checkExercise, exercisesIn, runExercise } from './exercise.js'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'exercise-'))
after(() => rmSync(scratch, { recursive: true }))

const usual = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
const { double } = await import(process.env.EXERCISE
  ? new URL(process.env.EXERCISE, import.meta.url) : './exercise.js')
test('doubles', { timeout: 1000 }, async () => {
  assert.equal(await double(2), 4)
})
`
const right = 'export const double = (n) => n * 2\n'
const wrong = 'export const double = (n) => n\n'

/**
 * @param {string} name
 * @param {Record<string, string>} files
 */
function make(name, files) {
  const folder = path.join(scratch, 'exercises', name)
  mkdirSync(folder, { recursive: true })
  const all = {
    'package.json': '{ "type": "module" }',
    'exercise.js': wrong,
    'solution.js': right,
    'exercise.test.js': usual,
    ...files,
  }
  for (const [file, text] of Object.entries(all)) {
    writeFileSync(path.join(folder, file), text)
  }
  return { name, folder }
}

const options = { node: process.execPath, timeout: 20 }

test('a starter that fails by an assertion is sound', async () => {
  assert.deepEqual(await checkExercise(make('sound', {}), options), [])
})

test('a starter that passes is caught', async () => {
  const [problem] = await checkExercise(
    make('solved', { 'exercise.js': right }),
    options,
  )
  assert.match(problem, /solved: the starter must fail.* got passed/)
})

test('a starter with a syntax error is caught', async () => {
  const [problem] = await checkExercise(
    make('syntax', { 'exercise.js': 'export const double = (' }),
    options,
  )
  assert.match(problem, /got broken: the file could not be run/)
})

test('a starter that throws instead of answering is caught', async () => {
  const [problem] = await checkExercise(
    make('throws', {
      'exercise.js': "export const double = () => { throw new Error('no') }\n",
    }),
    options,
  )
  assert.match(problem, /got broken: "doubles" fails, but by no assertion: no/)
})

test('a starter that hangs is caught', async () => {
  const [problem] = await checkExercise(
    make('hangs', {
      'exercise.js':
        'export const double = () => new Promise((r) => setTimeout(r, 9e5))\n',
    }),
    { ...options, timeout: 3 },
  )
  assert.match(problem, /got timeout/)
})

test('an exercise without tests is caught', async () => {
  const problems = await checkExercise(
    make('empty', { 'exercise.test.js': 'process.env.EXERCISE\n' }),
    options,
  )
  assert.match(problems[0], /got empty: exercise.test.js runs no test/)
  assert.match(problems[1], /solution.js must pass; got empty/)
})

test('a wrong solution is caught, with the failing test', async () => {
  const [problem] = await checkExercise(
    make('unsolved', { 'solution.js': wrong }),
    options,
  )
  assert.match(problem, /solution.js must pass; got failed/)
  assert.match(problem, /✗ doubles/)
})

test('a missing file is named', async () => {
  const exercise = make('partial', {})
  rmSync(path.join(exercise.folder, 'solution.js'))
  assert.deepEqual(await checkExercise(exercise, options), [
    'partial: solution.js is missing',
  ])
})

test('tests that ignore EXERCISE are caught', async () => {
  const text = usual.replaceAll('process.env.EXERCISE', 'undefined')
  const exercise = make('deaf', { 'exercise.test.js': text })
  assert.match((await checkExercise(exercise, options))[0], /never reads/)
})

test("a reader's own file can be run", async () => {
  const { folder } = make('own', { 'mine.js': right })
  const result = await runExercise(folder, { ...options, file: './mine.js' })
  assert.equal(result.verdict, 'passed')
  const [{ name, passed, message }, ...others] = result.tests
  assert.deepEqual([name, passed, message], ['doubles', true, null])
  assert.deepEqual(others, [])
})

test("a reader's file may lie anywhere", async () => {
  const { folder } = make('elsewhere', {})
  const file = path.join(scratch, 'a folder of %41 my own #1.js')
  writeFileSync(file, right)
  const url = pathToFileURL(file).href
  const result = await runExercise(folder, { ...options, file: url })
  assert.equal(result.verdict, 'passed', result.output)
})

test('a test that fails tells what it got, what it expected, and where', async () => {
  const { folder } = make('compared', {})
  const [failed] = (await runExercise(folder, options)).tests
  assert.equal(failed.code, 'ERR_ASSERTION')
  assert.deepEqual([failed.got, failed.expected], ['2', '4'])
  assert.match(failed.stack ?? '', /compared\/exercise\.test\.js:7/)
})

test('a run can be ended early', async () => {
  const { folder } = make('endless', {
    'exercise.js': 'export const double = () => { for (;;); }\n',
  })
  const start = performance.now()
  const signal = AbortSignal.timeout(500)
  await runExercise(folder, { ...options, signal })
  assert.ok(performance.now() - start < 10_000)
})

test('exercises are found in order', () => {
  const names = exercisesIn(scratch).map(({ name }) => name)
  assert.deepEqual(names, [...names].sort())
  assert.ok(names.includes('sound'))
})
