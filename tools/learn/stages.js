/**
 * A chapter's pages as stages, beside its exercises: what works of the
 * reader's own server, page by page.
 */
import path from 'node:path'
import { progressOf } from '../../common/progress.js'
import { pageTitle, stagesOf } from '../page-tests/data.js'
import { failureLines, failuresOf, runStages } from '../page-tests/page-test.js'
import { stageSay } from '../page-tests/strings.js'
import { chapterTitle, exerciseText } from './exercises.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../page-tests/page-test.js').StageResult & { page: string }} PageResult */

/** @param {string} text */
const plain = (text) => text.replaceAll('`', '')

export class StageView {
  /**
   * @param {import('./session.js').Session} session
   * @param {Chapter} chapter
   * @param {string} app absolute path of the reader's server
   */
  constructor(session, chapter, app) {
    this.session = session
    this.chapter = chapter
    this.app = app
    const { language, paint } = session
    this.voice = { language, paint, say: stageSay(language) }
  }

  heading() {
    const { say, paint, language } = this.session
    const number = Number(this.chapter.id.slice(2))
    const title = plain(chapterTitle(this.chapter, language))
    return `${paint('bold', say('chapter', { number, title }))}\n${this.app}`
  }

  /**
   * Runs the chapter's own tests.
   *
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ passed: boolean, text: string }>}
   */
  async check(signal) {
    const { chapter, app, session } = this
    const { node, say } = session
    if (stagesOf(chapter).length === 0) {
      return { passed: true, text: say('stagesNone', { id: chapter.id }) }
    }
    const last = /** @type {string} */ (chapter.pages.at(-1))
    const results = await runStages(chapter, last, { app, node, signal })
    if (signal?.aborted) return { passed: false, text: '' }
    return this.#report(results)
  }

  /** @param {PageResult[]} results */
  #report(results) {
    const { session, voice, app, chapter } = this
    const { say, paint, language } = session
    const first = results.find((result) => failuresOf(result) > 0)
    const lines = [
      paint('bold', say('stagePages')),
      ...this.#pages(results),
      '',
      ...this.#exercises(),
      '',
    ]
    if (first) {
      const title = plain(pageTitle(first.page, language))
      const next = say('stageNext', { title: `${first.title} · ${title}` })
      lines.push(paint('bold', next))
      const reasons = failureLines(first, app, voice)
      lines.push(...reasons.map((line) => `  ${line}`))
    } else {
      const total = results.flatMap(({ tests }) => tests).length
      const values = { total, id: chapter.id, file: app }
      lines.push(paint('green', say('stagesAll', values)))
    }
    return { passed: !first, text: lines.join('\n') }
  }

  /** @param {PageResult[]} results @returns {string[]} a line for each page */
  #pages(results) {
    const { say, paint, language } = this.session
    const width = Math.max(...results.map(({ title }) => title.length))
    return results.map((result) => {
      const { tests, absent, page, title } = result
      const passed = tests.filter(({ outcome }) => outcome !== 'failed').length
      const total = tests.length + absent.length
      const mark = failuresOf(result) === 0 ? paint('green', '✓') : ' '
      const name = plain(pageTitle(page, language))
      const count = paint('dim', say('stageCount', { passed, total }))
      return `  ${mark} ${title.padEnd(width)}  ${name} · ${count}`
    })
  }

  /** @returns {string[]} a line for each exercise, below a heading */
  #exercises() {
    const { session, chapter } = this
    const { say, paint, language, exercises } = session
    const own = exercises.filter((one) => one.chapter.id === chapter.id)
    if (own.length === 0) return []
    const width = Math.max(...own.map(({ id }) => id.length))
    const progress = session.store.load()
    return [
      paint('bold', say('stageExercises')),
      ...own.map((exercise) => {
        const { id } = exercise
        const title = plain(exerciseText(exercise, language).title)
        const entry = progressOf(progress, id)
        const mark = entry?.status === 'passed' ? paint('green', '✓') : ' '
        return `  ${mark} ${id.padEnd(width)}  ${title}`
      }),
    ]
  }

  /** Where the files are that are looked at. */
  get folder() {
    return path.dirname(this.app)
  }
}
