import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf } from '../library.js'

const run = promisify(execFile)

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} files of a log, by name
 * @returns {Promise<string>} what is said of lines 0 to 3
 */
async function count(t, files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'count-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text)
  }
  const program = fileURLToPath(addressOf('steps/count.js'))
  const { stdout } = await run(process.execPath, [program, 'log', '4'], {
    cwd: folder,
  })
  return stdout
}

test('the lines of all files of a log are counted, each once', async (t) => {
  const files = {
    log: '{"i":3}\n{"i":0}\n',
    'log.1': '{"i":0}\n{"i":1}\n{"i":2}\n',
    other: '{"i":9}\n',
  }
  const said = await count(t, files)
  assert.equal(said, 'found 4 of 4 lines, 0 torn\nnothing is lost\n')
})

test('a line that is missing is lost, and half a line is torn', async (t) => {
  const said = await count(t, { log: '{"i":0}\n{"i":1}\n{"i":2}\n{"i"' })
  assert.equal(said, 'found 3 of 4 lines, 1 torn\nlines are lost\n')
})
