/** What both trials of a reader's own server begin with, and what they count. */
import { chaptersUntil } from '../book-model/chapters.js'
import { node } from '../processes/toolchain.js'
import { failuresOf } from './page-test.js'
import { stageSay } from './strings.js'
import { tryServer } from './trial.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./page-test.js').StageResult} StageResult */

/** @type {import('./explain.js').Voice} */
export const voice = {
  language: 'en',
  say: stageSay('en'),
  paint: (_, text) => text,
}

/** @param {string} line */
export const say = (line) => console.log(line)

/**
 * Tries whether a server can be tested, and says what is wrong if not.
 *
 * @param {string} app absolute path
 * @param {Chapter} chapter whose promises it is held to
 * @param {string} [after] what is said of the page
 * @returns {Promise<{ node: string, wanted: Chapter[] } | null>} a Node, and
 *   the chapters up to that one; null where it cannot be tested
 */
export async function beginTrial(app, chapter, after) {
  const tool = node(26)
  if (!tool.path) {
    console.error(tool.reason)
    return null
  }
  say(`${app}\nwith Node ${tool.version.replace(/^v/, '')}`)
  say(after === undefined ? '' : `${after}\n`)
  const wanted = chaptersUntil(chapter)
  const problem = await tryServer(app, tool.path, wanted, voice.say)
  if (problem.length === 0) return { node: tool.path, wanted }
  for (const line of problem) say(line)
  say('\nNo test was run.\n0 passed, 1 failed')
  return null
}

/** The sum of all that was run. */
export class Totals {
  passed = 0
  failed = 0
  skipped = 0

  /** @param {StageResult} result */
  add(result) {
    for (const { outcome } of result.tests) {
      if (outcome === 'passed') this.passed += 1
      if (outcome === 'skipped') this.skipped += 1
    }
    this.failed += failuresOf(result)
  }

  toString() {
    const rest = this.skipped > 0 ? `, ${this.skipped} skipped` : ''
    return `${this.passed} passed, ${this.failed} failed${rest}`
  }
}

/** @param {StageResult} result with a line for each test that did not fail */
export function tellPassed({ tests }) {
  for (const { name, outcome } of tests) {
    if (outcome === 'failed') continue
    say(`  ${outcome === 'passed' ? '✓' : '–'} ${name}`)
  }
}
