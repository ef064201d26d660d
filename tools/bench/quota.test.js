// @nightly
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { openQuota, whyNoQuota } from './quota.js'

/** @param {import('node:test').TestContext} t */
function emptyRoot(t) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'quota-'))
  t.after(() => rmSync(root, { recursive: true }))
  return root
}

test('without a quota, there is no reason against it', async (t) => {
  assert.equal(await whyNoQuota({}, emptyRoot(t)), '')
})

test('where no quota can be set, the reason says what it takes', async (t) => {
  const reason = await whyNoQuota({ cpus: 1 }, path.join(emptyRoot(t), 'none'))
  assert.match(reason, /quota of 1 CPU can't be set \(ENOENT\).*Linux and root/)
})

test('a folder that is no control group is not left behind', async (t) => {
  const root = emptyRoot(t)
  mkdirSync(path.join(root, 'cpu'))
  assert.match(await whyNoQuota({ cpus: 1 }, root), /ENOENT/)
  assert.deepEqual(readdirSync(path.join(root, 'cpu')), [])
})

test('what is started is in a group of its own, which goes', async (t) => {
  const reason = await whyNoQuota({ cpus: 0.5 })
  if (reason) return t.skip(reason)
  const quota = openQuota(0.5)
  const [file, ...args] = quota.wrap(['cat', '/proc/self/cgroup'])
  const groups = execFileSync(file, args, { encoding: 'utf8' })
  const [name] = /bench-\w+/.exec(groups) ?? []
  assert.ok(name, groups)
  await quota.close()
  const folders = ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu'].flatMap((root) => {
    try {
      return readdirSync(root)
    } catch {
      return []
    }
  })
  assert.ok(!folders.includes(name))
})
