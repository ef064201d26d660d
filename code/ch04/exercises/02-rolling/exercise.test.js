import assert from 'node:assert/strict'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { RollingLog } = await import(new URL(file, import.meta.url).href)

const root = mkdtempSync(path.join(os.tmpdir(), 'rolling-'))
after(() => rmSync(root, { recursive: true }))
const now = () => 1_800_000_000_000
const newPath = () => path.join(mkdtempSync(path.join(root, 'log-')), 'a.log')

/**
 * @param {string} log
 * @returns {string[]} the files of a log, oldest first
 */
function filesOf(log) {
  const folder = path.dirname(log)
  const numberOf = (/** @type {string} */ name) =>
    Number(name.split('.')[2] ?? Number.POSITIVE_INFINITY)
  return readdirSync(folder)
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => path.join(folder, name))
}

/** @param {string} log */
const textOf = (log) =>
  filesOf(log)
    .map((name) => readFileSync(name, 'utf8'))
    .join('')

/** @param {number} count @param {number} [start] */
const lines = (count, start = 0) =>
  Array.from({ length: count }, (_, i) => `line ${start + i}`)

test('what was written is there after close()', () => {
  const log = newPath()
  const rolling = new RollingLog(log, { maxSize: 1_000_000, now })
  for (const line of lines(250)) rolling.write(line)
  rolling.close()
  assert.equal(textOf(log), `${lines(250).join('\n')}\n`)
})

test('a program that starts again does not begin by deleting', () => {
  const log = newPath()
  for (const start of [0, 100]) {
    const rolling = new RollingLog(log, { maxSize: 1_000_000, now })
    for (const line of lines(100, start)) rolling.write(line)
    rolling.flush()
    rolling.close()
  }
  assert.equal(textOf(log), `${lines(200).join('\n')}\n`)
})

test('many files in one second: all lines are there, in order', () => {
  const log = newPath()
  const rolling = new RollingLog(log, { maxSize: 5000, now })
  for (const line of lines(10_000)) rolling.write(line)
  rolling.close()
  const found = textOf(log).split('\n').slice(0, -1)
  assert.equal(found.length, 10_000, `${10_000 - found.length} lines are lost`)
  assert.deepEqual(found, lines(10_000))
})

test('no file is larger than it may be, in bytes', () => {
  const log = newPath()
  const rolling = new RollingLog(log, { maxSize: 1000, now })
  for (let i = 0; i < 1000; i++) rolling.write('joão pays 3 € again')
  rolling.close()
  const sizes = filesOf(log).map((name) => statSync(name).size)
  assert.ok(Math.max(...sizes) <= 1000, `${Math.max(...sizes)} bytes`)
  assert.ok(sizes.length > 20)
})

test('a file that was begun before the start counts', () => {
  const log = newPath()
  for (let run = 0; run < 5; run++) {
    const rolling = new RollingLog(log, { maxSize: 100, now })
    for (const line of lines(5)) rolling.write(line)
    rolling.close()
  }
  const sizes = filesOf(log).map((name) => statSync(name).size)
  assert.ok(Math.max(...sizes) <= 100, `${Math.max(...sizes)} bytes`)
  assert.equal(textOf(log).split('\n').length, 26)
})
