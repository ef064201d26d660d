/** An error says where it is, in every browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patience } from '../../tools/processes/pace.js'
import { inBrowsers } from './browsers.fixture.js'
import { programOf } from './fixture.js'

/** @type {Record<string, [text: string, line: number]>} */
const failures = {
  'an import of a foreign URL': [
    "const a = 1\nimport 'https://example.com/a.js'",
    2,
  ],
  'an import() of a foreign URL': [
    "const a = 1\n\nawait import('https://example.com/a.js')",
    3,
  ],
  'an import() of a foreign URL in a function': [
    "async function load() {\n  return import('https://example.com/')\n}\nawait load()",
    2,
  ],
  'an import of a file that is not there': ["\nimport './none.js'", 2],
  'an import() of a file that is not there': ["\nawait import('./none.js')", 2],
  'what is thrown': ["\n\nthrow new Error('x')", 3],
}

inBrowsers('the place of an error', (run, take) => {
  for (const [name, [text, line]] of take(Object.entries(failures))) {
    test(name, async () => {
      const { outcome } = await run(programOf(text), patience(10))
      assert.equal(outcome.ended, 'error')
      const { file, line: told, stack = '' } = outcome.error ?? {}
      assert.deepEqual([file, told], ['main.js', line], stack)
    })
  }
})
