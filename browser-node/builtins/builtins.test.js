// @reads code/ch13/lib/
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { patience } from '../../tools/processes/pace.js'
import { cleanEnv, run } from '../../tools/processes/run.js'
import * as toolchain from '../../tools/processes/toolchain.js'
import { prepareShims } from './fixture.js'

const { path: node, reason } = toolchain.node(26)
const folder = new URL('cases/', import.meta.url)
const compare = fileURLToPath(new URL('compare.fixture.js', import.meta.url))

describe('what our built-ins do is what those of Node do', {
  skip: node ? false : reason,
  concurrency: 4,
}, () => {
  /** @type {Awaited<ReturnType<typeof prepareShims>>} */
  let shims
  before(async () => {
    shims = await prepareShims()
  })
  after(() => shims.remove())

  for (const file of readdirSync(folder)) {
    test(file.replace(/\.js$/, ''), async () => {
      const cases = new URL(file, folder).href
      const { stdout, output } = await run(
        String(node),
        [compare, shims.bundle, cases],
        { env: cleanEnv(), timeout: patience(20) },
      )
      const lines = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
      const { done } = lines.pop() ?? {}
      assert.ok(done > 0, output)
      const message = lines
        .map(({ case: text, got, expected }) =>
          [text, `  got ${got}`, `  expected ${expected}`].join('\n'),
        )
        .join('\n\n')
      assert.equal(lines.length, 0, message)
    })
  }
})
