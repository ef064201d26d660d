import { inspect } from 'node:util'
import { whyFailed } from '../../common/verdict.js'

/**
 * A reporter for `node --test`: one JSON object per line for each test that
 * passed or failed, so that a tool can tell why it failed.
 *
 * @param {AsyncIterable<{ type: string, data: any }>} source
 */
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      yield line({ type: 'output', text: data.message })
      continue
    }
    // What a server throws that was started before the test.
    if (type === 'test:diagnostic') {
      const [, thrown] =
        /created the error "(.*?)" which/s.exec(data.message) ?? []
      if (thrown) yield line({ type: 'output', text: `${thrown}\n` })
      continue
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    yield line({
      type: type === 'test:pass' ? 'pass' : 'fail',
      name: data.name,
      file: data.file ?? null,
      nesting: data.nesting,
      isSuite: data.details?.type === 'suite',
      skipped: data.skip !== undefined,
      todo: data.todo !== undefined,
      ...whyFailed(data.details?.error, inspect),
    })
  }
}

/** @param {object} value */
const line = (value) => `${JSON.stringify(value)}\n`
