/**
 * Finds out which page makes which test pass: the tests are run on the folder
 * of a reader who follows the book, as it is after each page.
 */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chaptersUntil } from '../book-model/chapters.js'
import { fromRoot } from '../lib/paths.js'
import {
  formatFound,
  indexOfPage,
  readStages,
  stagesFile,
  testId,
} from '../page-tests/data.js'
import { runFiles } from '../page-tests/run.js'
import { sourcesOf } from '../page-tests/sources.js'
import { cumulativeTests, missingModules } from '../page-tests/suite.js'

/** @typedef {import('../lint/problems.js').Problem} Problem */
/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../page-tests/data.js').Stages} Stages */
/** @typedef {import('../page-tests/data.js').Wanted} Wanted */
/** @typedef {import('./folder.js').ReaderFolder} ReaderFolder */

/**
 * A folder of the reader's, as it is after a page.
 *
 * @typedef {object} Kept
 * @property {string} app absolute path of its server
 * @property {Map<string, string>} states by file of tests: what that can tell
 *   of the folder
 */

/** By name of a test, whether it passes. @typedef {Map<string, boolean>} Passes */

/**
 * How long a file of tests may take on the way: so many times what it took at
 * the end, and so many seconds. There some wait for what never comes.
 */
const allowance = { times: 4, seconds: 8 }

/** How often a test is run that may pass, before it counts as failing. */
const attempts = 3

export class StageFinder {
  #chapter
  #node
  #files
  /** @type {Kept[]} by page */
  #kept = []
  /** Whether the first page leaves the folder as the chapter before has it. */
  #isUntouched = false
  /** @type {Map<string, Passes[]>} by file of tests, and by page */
  #seen = new Map()
  /** @type {Map<string, number>} by file of tests: how long it may take */
  #timeouts = new Map()
  /**
   * @param {Chapter} chapter
   * @param {string} node that runs the tests
   * @param {boolean} isOwn whether only the chapter's own tests are run: those
   *   of earlier ones are kept as they were
   */
  constructor(chapter, node, isOwn) {
    this.#chapter = chapter
    this.#node = node
    this.#files = cumulativeTests(chaptersUntil(chapter))
      .filter((one) => !isOwn || one.chapter.id === chapter.id)
      .flatMap(({ files }) => files)
  }

  /** Whether there is nothing to find out. */
  get isIdle() {
    return this.#files.length === 0
  }

  /**
   * Keeps the folder as it is after a page.
   *
   * @param {number} index of the page that has been read to its end
   * @param {ReaderFolder} folder
   */
  keep(index, folder) {
    if (index === 0) this.#isUntouched = folder.isUntouched()
    const states = this.#files.map(
      (file) => /** @type {[string, string]} */ ([file, folder.stateFor(file)]),
    )
    const app = path.join(folder.copy(String(index)), 'server.js')
    this.#kept[index] = { app, states: new Map(states) }
  }

  /**
   * Runs the tests on what was kept. From the last page back, since a test
   * that has failed tells no more on the pages before.
   */
  async find() {
    for (const index of [...this.#kept.keys()].reverse()) {
      /** @type {Wanted[]} */
      const wanted = []
      for (const file of this.#files) {
        const seen = this.#seen.get(file) ?? []
        this.#seen.set(file, seen)
        const later = seen[index + 1]
        const only = later && [...later.keys()].filter((one) => later.get(one))
        seen[index] = new Map(later)
        if (only?.length === 0 || !this.#isDue(file, index)) continue
        const timeout = this.#timeouts.get(file)
        const chapter = this.#chapter
        wanted.push({ chapter, file, only: only ?? null, timeout })
      }
      await this.#run(wanted, index)
    }
  }

  /**
   * @param {string} file of tests
   * @param {number} index of a page
   * @returns {boolean} whether the next page changes what the file can tell of
   */
  #isDue(file, index) {
    if (this.#isLast(index)) return true
    const [now, later] = this.#kept.slice(index, index + 2)
    return now.states.get(file) !== later.states.get(file)
  }

  /** @param {number} index of a page */
  #isLast(index) {
    return index === this.#chapter.pages.length - 1
  }

  /**
   * Runs tests on the folder after a page, and those again that fail where
   * that is not expected: a machine that is busy makes tests late.
   *
   * @param {Wanted[]} wanted
   * @param {number} index
   */
  async #run(wanted, index) {
    const { app } = this.#kept[index]
    for (const { file, only } of wanted) {
      for (const name of only ?? []) this.#seenOf(file, index).set(name, false)
    }
    let due = wanted.filter(
      ({ file }) => existsSync(app) && missingModules(file, app).length === 0,
    )
    for (let attempt = 0; attempt < attempts && due.length > 0; attempt++) {
      const results = await runFiles(due, { app, node: this.#node })
      for (const result of results) this.#note(result, index)
      due = due
        .map((one) => ({ ...one, only: this.#doubtful(one, index) }))
        .filter(({ only }) => only.length > 0)
    }
  }

  /**
   * @param {string} file of tests
   * @param {number} index of a page
   * @returns {Passes} what has been seen there
   */
  #seenOf(file, index) {
    return /** @type {Passes[]} */ (this.#seen.get(file))[index]
  }

  /**
   * @param {import('../page-tests/run.js').FileResult} result
   * @param {number} index of a page
   */
  #note({ file, tests, trouble, seconds }, index) {
    if (!this.#timeouts.has(file)) {
      const timeout = allowance.times * seconds + allowance.seconds
      this.#timeouts.set(file, timeout)
    }
    const seen = this.#seenOf(file, index)
    for (const { name, outcome } of tests) {
      const passes = outcome !== 'failed' && trouble === ''
      seen.set(name, passes || seen.get(name) === true)
    }
  }

  /**
   * @param {Wanted} wanted what was run
   * @param {number} index of a page
   * @returns {string[]} the tests that have failed and may pass
   */
  #doubtful({ file, only }, index) {
    return [...this.#seenOf(file, index)]
      .filter(([name, passes]) => !passes && (only?.includes(name) ?? true))
      .map(([name]) => name)
      .filter((name) => this.#mayPass(file, name, index))
  }

  /**
   * @param {string} file of tests
   * @param {string} name
   * @param {number} index of a page
   * @returns {boolean} false for what the file knows to pass later
   */
  #mayPass(file, name, index) {
    const known = readStages(this.#chapter)?.[testId(file)]?.[name]
    return known === undefined || indexOfPage(this.#chapter, known) <= index
  }

  /**
   * @param {string} file of tests
   * @param {string} name
   * @returns {string | null} the page from which on it passes, '' where it
   *   passes before all, and null where it fails in the end
   */
  #pageOf(file, name) {
    const seen = this.#seen.get(file) ?? []
    const passes = seen.map((one) => one.get(name) === true)
    const lastFailure = passes.lastIndexOf(false)
    if (lastFailure === -1 && this.#isUntouched) return ''
    const page = this.#chapter.pages[lastFailure + 1]
    return page?.slice(this.#chapter.slug.length + 1) ?? null
  }

  /** @returns {{ stages: Stages, failing: string[] }} */
  #found() {
    /** @type {Stages} */
    const stages = {}
    /** @type {string[]} */
    const failing = []
    const [first] = this.#chapter.pages
    const beginning = first.slice(this.#chapter.slug.length + 1)
    for (const file of this.#files) {
      const id = testId(file)
      const isOwn = id.startsWith(`${this.#chapter.id}/`)
      /** @type {[string, string][]} */
      const entries = []
      for (const name of this.#seen.get(file)?.at(-1)?.keys() ?? []) {
        const page = this.#pageOf(file, name)
        if (page === null) failing.push(`${id}: ${name}`)
        else entries.push([name, page])
      }
      const isLate = entries.some(
        ([, page]) => page !== beginning && page !== '',
      )
      if (isLate || (isOwn && entries.length > 0)) {
        stages[id] = Object.fromEntries(entries)
      } else if (isOwn) failing.push(`${id}: it runs no test`)
    }
    return { stages, failing }
  }

  /** @returns {Problem[]} why nothing was written; empty when it was */
  write() {
    const { stages, failing } = this.#found()
    if (failing.length > 0) {
      return failing.map((test) => ({
        file: fromRoot(stagesFile(this.#chapter)),
        message: `at the end of the chapter ${test} fails, in the folder of a reader`,
      }))
    }
    const known = readStages(this.#chapter) ?? {}
    const wasRun = new Set(this.#files.map(testId))
    const applies = new Set(
      cumulativeTests(chaptersUntil(this.#chapter)).flatMap(({ files }) =>
        files.map(testId),
      ),
    )
    // What was not run is as it was, but for what does not apply any more.
    const kept = Object.entries(known).filter(
      ([id]) => !wasRun.has(id) && applies.has(id),
    )
    const tests = { ...Object.fromEntries(kept), ...stages }
    const sources = sourcesOf(this.#chapter, Object.keys(tests))
    const text = formatFound({ sources, tests })
    writeFileSync(stagesFile(this.#chapter), text)
    return []
  }
}
