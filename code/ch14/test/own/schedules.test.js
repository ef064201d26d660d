import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReusePort } from '../../lib/cluster/schedules.js'

test('sockets of one port are refused where nobody balances them', () => {
  for (const platform of ['linux', 'freebsd', 'sunos', 'aix']) {
    checkReusePort(platform)
  }
  for (const platform of ['darwin', 'win32', 'openbsd']) {
    assert.throws(() => checkReusePort(platform), {
      code: 'ERR_VELOCY_CLUSTER_SCHEDULE',
      message: new RegExp(`'reusePort' on ${platform}, .*take 'shared'`),
    })
  }
})
