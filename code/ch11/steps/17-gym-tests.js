import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from 'velocy/testing'
import { router } from './16-gym.js'

test('strangers get the opening hours', async () => {
  const answer = await inject(router, '/hours')
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), 'Open from 9 to 22')
})

for (const path of ['/admin/export', '/%61dmin/export', '/admin/nothing']) {
  test(`strangers get nothing from ${path}`, async () => {
    assert.equal((await inject(router, path)).status, 401)
  })
}

test('Farah can add a member', async () => {
  const answer = await inject(router, {
    method: 'POST',
    path: '/admin/members',
    headers: { authorization: 'Bearer farah' },
    json: { name: 'Cleo' },
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(await answer.json(), { added: { name: 'Cleo' } })
})
