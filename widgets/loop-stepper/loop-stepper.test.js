// @reads code/ch02/
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { codeDir } from '../../tools/lib/paths.js'
import { node } from '../../tools/processes/toolchain.js'
import { simulate } from './loop.js'
import { programs } from './programs.js'

const folder = path.join(codeDir, 'ch02', 'steps', 'loop')
const run = promisify(execFile)

test('every program of the chapter can be stepped through', () => {
  assert.deepEqual(readdirSync(folder).sort(), Object.keys(programs))
})

for (const [name, actions] of Object.entries(programs)) {
  const file = path.join(folder, name)
  const steps = simulate(actions)

  for (const major of [26, 24]) {
    const tool = node(major)
    test(`${name} prints on Node.js ${major} what the stepper says`, {
      skip: tool.path ? false : tool.reason,
    }, async () => {
      const { stdout } = await run(tool.path ?? '', [file])
      assert.equal(`${steps.at(-1)?.output.join('\n')}\n`, stdout)
    })
  }

  test(`${name}: each step is at a line that can do it`, () => {
    const lines = readFileSync(file, 'utf8').split('\n')
    /** @type {Record<string, RegExp>} */
    const asks = {
      tick: /process\.nextTick\(/,
      microtask: /queueMicrotask\(|\.then\(|await /,
      file: /readFile\(/,
      immediate: /setImmediate\(/,
      timer: /setTimeout\(/,
    }
    for (const { what, line, name: text, queue } of steps) {
      const code = lines[line - 1] ?? ''
      if (what === 'log') assert.match(code, /console\.log\(/, text)
      if (what === 'ask' && queue) assert.match(code, asks[queue], text)
      if (what === 'busy') assert.match(code, /while/)
    }
  })
}
