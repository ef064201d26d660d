import assert from 'node:assert/strict'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { copyFile, withFile } from '../../steps/files.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'files-'))
after(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'in')
writeFileSync(file, 'x'.repeat(300_000))

/** @param {string} descriptor */
function isOurs(descriptor) {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
  } catch {
    // It has been closed: it listed the others.
    return false
  }
}

/** How many of these files are open here, where the system tells. */
const openFiles = () =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd').filter(isOurs).length
    : 0

test('withFile gives what the use returns, and closes the file', async () => {
  const before = openFiles()
  /** @type {any} */
  let handle
  const size = await withFile(file, 'r', async (/** @type {any} */ opened) => {
    handle = opened
    return (await opened.stat()).size
  })
  assert.equal(size, 300_000)
  assert.equal(handle.fd, -1)
  assert.equal(openFiles(), before)
})

test('withFile closes the file when the use throws', async () => {
  /** @type {any} */
  let handle
  const use = async (/** @type {any} */ opened) => {
    handle = opened
    throw new Error('no luck')
  }
  await assert.rejects(withFile(file, 'r', use), /no luck/)
  assert.equal(handle.fd, -1)
})

test('copyFile copies, and does not overwrite', async () => {
  const before = openFiles()
  const target = path.join(folder, 'out')
  await copyFile(file, target)
  assert.deepEqual(await readFile(target), await readFile(file))
  await assert.rejects(copyFile(file, target), { code: 'EEXIST' })
  assert.deepEqual(await readFile(target), await readFile(file))
  await assert.rejects(copyFile(path.join(folder, 'none'), `${target}2`), {
    code: 'ENOENT',
  })
  assert.equal(existsSync(`${target}2`), false)
  assert.equal(openFiles(), before)
})

test('copyFile ends when it is told to, and leaves nothing open', async () => {
  const before = openFiles()
  const target = path.join(folder, 'aborted')
  const signal = AbortSignal.abort()
  await assert.rejects(copyFile(file, target, { signal }), {
    name: 'AbortError',
  })
  assert.equal(openFiles(), before)
  assert.equal(existsSync(target), false, 'half a copy was left')
  await copyFile(file, target)
})
