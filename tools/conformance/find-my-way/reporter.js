/**
 * A reporter for `node --test`: a line of JSON for each test.
 *
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
export default async function* reporter(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.details?.type === 'suite') continue
    const error = data.details?.error
    yield `${JSON.stringify({
      file: data.file,
      name: data.name,
      passed: type === 'test:pass',
      error: String(error?.cause?.message ?? error?.message ?? ''),
    })}\n`
  }
}
