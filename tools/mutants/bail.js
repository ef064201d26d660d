/**
 * A reporter for `node --test` that ends the run at the first failure: for a
 * mistake to be noticed, one test is enough.
 *
 * @param {AsyncIterable<{ type: string }>} source
 * @returns {AsyncGenerator<string>}
 */
export default async function* bail(source) {
  for await (const { type } of source) {
    if (type === 'test:fail') process.exit(1)
  }
  yield ''
}
