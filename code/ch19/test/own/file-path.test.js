import assert from 'node:assert/strict'
import {
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isInside } from '../../lib/http/send-file.js'
import { folderWith } from '../files-support.js'

const skip = !existsSync('/proc/self/fd') && 'the system does not say it'

test('what counts is the file that is open, not its name', { skip }, (t) => {
  const names = { 'in/a.txt': 'inside', 'out.txt': 'outside' }
  const folder = realpathSync(folderWith(t, names))
  const home = join(folder, 'in')
  const link = join(home, 'link')
  /** @param {string} target */
  const leadTo = (target) => {
    symlinkSync(target, join(folder, 'next'))
    renameSync(join(folder, 'next'), link)
  }
  const ways = /** @type {const} */ ([
    ['../out.txt', 'a.txt', false],
    ['a.txt', '../out.txt', true],
  ])
  for (const [before, after, expected] of ways) {
    leadTo(before)
    const fd = openSync(link, 'r')
    t.after(() => closeSync(fd))
    leadTo(after)
    assert.equal(isInside(home, fd, link), expected, before)
  }
})
