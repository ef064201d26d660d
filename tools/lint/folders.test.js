import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circles, folderOf, graphOf, importsOf, problemsOf } from './folders.js'

test('a folder of tools counts for itself, others with all that is in them', () => {
  assert.equal(folderOf('tools/lint/folders.js'), 'tools/lint')
  assert.equal(folderOf('widgets/request-lab/index.js'), 'widgets')
  assert.equal(folderOf('tools/types.js'), 'tools')
  assert.equal(folderOf('cspell.config.js'), '.')
})

test('imports are found however they are written', () => {
  const text = `import a from './a.js'
export { b } from "../lib/b.js"
import text from 'bundle:./worker.js'
import fs from 'node:fs'
const c = await import('../mdbook/c.js')
`
  assert.deepEqual(importsOf('tools/lint/x.js', text), [
    'tools/lint/a.js',
    'tools/lib/b.js',
    'tools/lint/worker.js',
    'tools/mdbook/c.js',
  ])
})

test('a circle is named with the files that make it, and a line is none', () => {
  const line = graphOf(
    new Map([
      ['tools/a/1.js', ['tools/b/1.js', 'tools/a/2.js', 'code/ch01/server.js']],
      ['tools/b/1.js', ['widgets/x/1.js']],
    ]),
  )
  assert.deepEqual(circles(line), [])
  const circle = graphOf(
    new Map([
      ['tools/a/1.js', ['tools/b/1.js']],
      ['tools/b/1.js', ['widgets/x/1.js']],
      ['widgets/y/2.js', ['tools/a/3.js']],
    ]),
  )
  assert.deepEqual(circles(circle), [['tools/a', 'tools/b', 'widgets']])
  assert.match(
    problemsOf(circle)[0].message,
    /tools\/a → tools\/b \(tools\/a\/1\.js\).*widgets → tools\/a \(widgets\/y\/2\.js\)/,
  )
})
