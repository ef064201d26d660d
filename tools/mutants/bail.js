import { writeSync } from 'node:fs'

/**
 * A reporter for `node --test` that ends the run at the first failure: for a
 * mistake to be noticed, one test is enough. It says which one that was.
 *
 * @param {AsyncIterable<{ type: string, data?: any }>} source
 * @returns {AsyncGenerator<string>}
 */
export default async function* bail(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue
    const { error } = data.details
    writeSync(1, `${data.file}: ${data.name}\n${error.cause?.stack ?? error}\n`)
    process.exit(1)
  }
  yield ''
}
