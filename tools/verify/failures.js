import { writeSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { fromRoot } from '../lib/paths.js'

/** @param {string} file a program that a test starts may report to us, too */
const isTest = (file) => file.endsWith('.test.js')

/** @param {string} text @returns {string} indented, without frames of Node.js */
const shown = (text) =>
  text.replace(/^ +at .*\bnode:.*\n/gm, '').replace(/^(?=.)/gm, '  ')

/**
 * What runs: files, each with the tests of it that run. The system takes them
 * away with this process, so that is when those that hang are named.
 *
 * @type {Map<string, Set<string>>}
 */
const running = new Map()

process.prependOnceListener('SIGTERM', () => {
  for (const [file, tests] of running) {
    const last = [...tests].map((name) => `: ${name}`).join('')
    writeSync(1, `✖ ${fromRoot(file)} did not end${last}\n`)
  }
  process.exit(1)
})

/**
 * A reporter for `node --test` that names a test only when it fails: where it
 * is and why, or what its file wrote to stderr where that did not even run to
 * its end. A file without a test is named too; the totals come last. If it is
 * ended by a SIGTERM, it names what did not end.
 *
 * @param {AsyncIterable<{ type: string, data?: any }>} source
 */
export default async function* failures(source) {
  /** @type {Map<string, string>} what each file wrote */
  const written = new Map()
  for await (const { type, data } of source) {
    const file = data?.file && path.resolve(data.file)
    const isFile = data?.nesting === 0 && path.resolve(data.name ?? '') === file
    if (type === 'test:dequeue') {
      if (isFile) running.set(file, new Set())
      else running.get(file)?.add(data.name)
    } else if (type === 'test:complete') {
      if (isFile) running.delete(file)
      else running.get(file)?.delete(data.name)
    } else if (type === 'test:stderr') {
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
