import path from 'node:path'
import { inspect } from 'node:util'
import { fromRoot } from '../lib/paths.js'

/** @param {string} file a program that a test starts may report to us, too */
const isTest = (file) => file.endsWith('.test.js')

/** @param {string} text @returns {string} indented, without frames of Node.js */
const shown = (text) =>
  text.replace(/^ +at .*\bnode:.*\n/gm, '').replace(/^(?=.)/gm, '  ')

/**
 * A reporter for `node --test` that names a test only when it fails: where it
 * is and why, or what its file wrote to stderr where that did not even run to
 * its end. A file without a test is named too; the totals come last.
 *
 * @param {AsyncIterable<{ type: string, data?: any }>} source
 * @returns {AsyncGenerator<string>}
 */
export default async function* failures(source) {
  /** @type {Map<string, string>} what each file wrote */
  const written = new Map()
  for await (const { type, data } of source) {
    const file = data?.file && path.resolve(data.file)
    const isFile = data?.nesting === 0 && path.resolve(data.name ?? '') === file
    if (type === 'test:stderr') {
      written.set(file, (written.get(file) ?? '') + data.message)
    } else if (type === 'test:diagnostic' && /^\w+ \d/.test(data.message)) {
      yield `ℹ ${data.message}\n`
    } else if (type === 'test:pass' && isFile && isTest(file)) {
      yield `${fromRoot(file)} holds no test\n`
    } else if (type === 'test:fail') {
      const { error } = data.details
      if (error.failureType === 'subtestsFailed') continue
      const name = isFile ? 'does not run to its end' : data.name
      const why = (isFile && written.get(file)) || inspect(error.cause ?? error)
      yield `✖ ${fromRoot(file)}:${data.line} ${name}\n${shown(why)}\n`
    }
  }
}
