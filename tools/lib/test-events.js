import { inspect } from 'node:util'

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
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const error = data.details?.error
    const cause = error?.cause
    // Where a difference between two values is what failed.
    const compared = /^(deep)?(strict)?equal$/i.test(cause?.operator ?? '')
    yield line({
      type: type === 'test:pass' ? 'pass' : 'fail',
      name: data.name,
      file: data.file ?? null,
      nesting: data.nesting,
      isSuite: data.details?.type === 'suite',
      skipped: data.skip !== undefined,
      todo: data.todo !== undefined,
      failureType: error?.failureType ?? null,
      code: cause?.code ?? null,
      message: error ? String(cause?.message ?? error.message) : null,
      generated: cause?.generatedMessage ?? true,
      got: compared ? shown(cause.actual) : null,
      expected: compared ? shown(cause.expected) : null,
      stack: cause?.stack ?? null,
    })
  }
}

/** @param {unknown} value */
const shown = (value) =>
  inspect(value, { depth: 4, maxArrayLength: 20, maxStringLength: 400 })

/** @param {object} value */
const line = (value) => `${JSON.stringify(value)}\n`
