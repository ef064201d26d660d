// @reads code/ch11/
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readCatalogs } from '../../tools/bundle/build.js'
import { codeDir } from '../../tools/lib/paths.js'
import { node } from '../../tools/processes/toolchain.js'
import { compare, linesOf, moved, readOutput } from './model.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const folder = path.join(codeDir, 'ch11', 'steps', 'order')
const names = readdirSync(folder).filter((name) => /^\d/.test(name))
const read = (/** @type {string} */ name) =>
  readFileSync(path.join(folder, name), 'utf8')
const run = promisify(execFile)

test('every program of the chapter is a puzzle, with a name and a reason', () => {
  const text = readFileSync(path.join(here, 'programs.js'), 'utf8')
  const imported = [...text.matchAll(/steps\/order\/(.+)'/g)].map(([, n]) => n)
  assert.deepEqual(imported, names)
  for (const [language, words] of Object.entries(
    readCatalogs(path.join(here, 'strings')),
  )) {
    for (const name of names) {
      assert.ok(words[`name.${name}`], `${language}: ${name}`)
      assert.ok(words[`why.${name}`], `${language}: ${name}`)
    }
  }
})

test('what may be printed is in the order of the alphabet, each line once', () => {
  const program = `
    console.log('b')
    console.log(first ? 'a, now' : 'c')
    console.log('b')
    say('not this')`
  assert.deepEqual(linesOf(program), ['a, now', 'b', 'c'])
})

test('the last line is what the client gets', () => {
  assert.deepEqual(readOutput('a\nb\nThe client gets: 200 done\n'), {
    printed: ['a', 'b'],
    client: '200 done',
  })
  assert.deepEqual(readOutput('a\n'), { printed: ['a'], client: null })
})

test('a guess is compared place by place', () => {
  const all = ['a', 'b', 'c', 'd']
  assert.deepEqual(compare(['a', 'c'], ['a', 'b', 'c'], all), {
    rows: [
      { guess: 'a', printed: 'a' },
      { guess: 'c', printed: 'b' },
      { guess: null, printed: 'c' },
    ],
    right: 1,
    never: ['d'],
    isRight: false,
  })
  const { isRight, rows } = compare(['a', 'b', 'd'], ['a', 'b'], all)
  assert.equal(isRight, false)
  assert.deepEqual(rows[2], { guess: 'd', printed: null })
  assert.equal(compare(['b', 'a'], ['b', 'a'], all).isRight, true)
})

test('a line moves to another place, and stops at the ends', () => {
  const order = ['a', 'b', 'c']
  assert.deepEqual(moved(order, 0, 1), ['b', 'a', 'c'])
  assert.deepEqual(moved(order, 2, 0), ['c', 'a', 'b'])
  assert.deepEqual(moved(order, 0, -1), order)
  assert.deepEqual(moved(order, 0, 7), ['b', 'c', 'a'])
})

for (const major of [26, 24]) {
  const { path: program, reason } = node(major)
  describe(`on Node.js ${major}`, { skip: program ? false : reason }, () => {
    for (const name of names) {
      test(`${name} prints lines to choose from, each once at the most`, async () => {
        const file = path.join(folder, name)
        const { stdout, stderr } = await run(program ?? '', [file])
        assert.equal(stderr, '')
        const { printed, client } = readOutput(stdout)
        assert.ok(client)
        const lines = linesOf(read(name))
        assert.deepEqual(
          printed.filter((line) => !lines.includes(line)),
          [],
        )
        assert.equal(new Set(printed).size, printed.length)
        // The lines to choose from do not give the answer away.
        assert.notDeepEqual(printed, lines)
      })
    }
  })
}
