/** What both trials of a reader's own server begin with, and what they count. */
import { chaptersUntil } from '../book-model/chapters.js'
import { node } from '../processes/toolchain.js'
import { failuresOf } from './page-test.js'
import { stageSay } from './strings.js'

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
 * @param {string} app absolute path
 * @param {Chapter} chapter whose promises it is held to
 * @param {string} [after] what is said of the page
 * @returns {{ node: string, wanted: Chapter[] } | null} a Node, and the
 *   chapters up to that one; null where there is no such Node
 */
export function beginTrial(app, chapter, after) {
  const tool = node(26)
  if (!tool.path) {
    console.error(tool.reason)
    return null
  }
  say(`${app}\nwith Node ${tool.version.replace(/^v/, '')}`)
  say(after === undefined ? '' : `${after}\n`)
  return { node: tool.path, wanted: chaptersUntil(chapter) }
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
