/**
 * What the chapters promise of their servers holds with the sockets and the
 * HTTP of a page: the same black-box tests, with our built-ins.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEvents } from '../../../tools/lib/exercise.js'
import * as toolchain from '../../../tools/lib/toolchain.js'
import { prepareShims, runWithShims } from './fixture.js'

const { path: node, reason } = toolchain.node(26)
const code = fileURLToPath(new URL('../../../code/', import.meta.url))

/** They start processes, which a page has not. */
const WITH_PROCESSES = [
  'ch04/test/log-exit.test.js',
  'ch09/test/express-habit.test.js',
]

/** Those that start the chapter's server and ask it. */
const files = readdirSync(code)
  .filter((chapter) => /^ch\d\d$/.test(chapter))
  .flatMap((chapter) =>
    [chapter, `${chapter}/test`].flatMap((folder) =>
      readdirSync(path.join(code, folder))
        .filter((name) => name.endsWith('.test.js'))
        .map((name) => `${folder}/${name}`),
    ),
  )
  .filter((file) => !WITH_PROCESSES.includes(file))
  .filter((file) =>
    readFileSync(path.join(code, file), 'utf8').includes('support.js'),
  )

describe('tests of the chapters’ servers, without a network', {
  skip: node ? false : reason,
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
}, () => {
  /** @type {Awaited<ReturnType<typeof prepareShims>>} */
  let shims
  before(async () => {
    shims = await prepareShims()
  })
  after(() => shims.remove())

  test('there are such tests', () => assert.ok(files.length >= 12))

  for (const file of files) {
    test(file, async () => {
      const { status, stdout, output } = await runWithShims(
        path.join(code, file),
        { node: String(node), preload: shims.preload, timeout: 60 },
      )
      const events = parseEvents(stdout)
      assert.deepEqual(
        events
          .filter(({ type }) => type === 'fail')
          .map(({ name, message }) => `${name}: ${message}`),
        [],
      )
      assert.ok(events.length > 0, output)
      assert.equal(status, 0, output)
    })
  }
})
