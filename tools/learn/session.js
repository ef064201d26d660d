/**
 * What a reader can do with an exercise. Each method returns text; who shows
 * it, and when, is the business of the command line and of watch.js.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { structuredPatch } from 'diff'
import {
  progressOf,
  withHints,
  without,
  withPassed,
  withStarted,
} from '../../common/progress.js'
import { runExercise } from '../exercise-runner/exercise.js'
import { fromRoot } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { allExercises, chapterTitle, exerciseText } from './exercises.js'
import { resultLines } from './report.js'
import { patchLines, renderMarkdown } from './terminal.js'
import { copyOf, prepare, restore } from './workspace.js'

/** @typedef {import('./exercises.js').Exercise} Exercise */

/** How a list marks an exercise, besides saying it. */
const marks = { passed: '✓', begun: '›' }

export class Session {
  /**
   * @param {object} options
   * @param {string} options.node that runs the tests
   * @param {import('./store.js').Store} options.store
   * @param {string} options.language
   * @param {import('./strings.js').Say} options.say
   * @param {import('./terminal.js').Paint} options.paint
   * @param {number} options.width columns
   */
  constructor({ node, store, language, say, paint, width }) {
    this.node = node
    this.store = store
    this.language = language
    this.say = say
    this.paint = paint
    this.width = width
    this.exercises = allExercises()
  }

  /** @param {string} text Markdown */
  #markdown(text) {
    const { width, paint } = this
    return renderMarkdown(text, { width, paint })
  }

  /** @param {Exercise} exercise */
  #text(exercise) {
    return exerciseText(exercise, this.language)
  }

  /**
   * @param {string} [beginning] of an id, or a whole name
   * @returns {Exercise[]} those that it can mean
   */
  select(beginning = '') {
    const named = this.exercises.filter(
      ({ id, name }) => id === beginning || name === beginning,
    )
    if (named.length > 0) return named
    return this.exercises.filter(({ id }) => id.startsWith(beginning))
  }

  /**
   * @param {Exercise[]} [some]
   * @returns {Exercise} the first that has not passed; if all have, the first
   */
  firstOpen(some = this.exercises) {
    return some.find(({ id }) => !this.hasPassed(id)) ?? some[0]
  }

  /**
   * Where a reader who names nothing goes on: what is open after the one that
   * passed last, then what has been left out before.
   */
  next() {
    const last = this.lastPassed()
    const index = this.exercises.findIndex(({ id }) => id === last)
    const [before, after] = [[0, index + 1], [index + 1]].map((range) =>
      this.exercises.slice(...range),
    )
    return this.firstOpen([...after, ...before])
  }

  /** @returns {string | undefined} the id of the one that passed last */
  lastPassed() {
    const { exercises } = this.store.load()
    return this.exercises
      .map(({ id }) => ({
        id,
        passed: Date.parse(exercises[id]?.passed ?? ''),
      }))
      .filter(({ passed }) => !Number.isNaN(passed))
      .reduce(
        (latest, one) => (one.passed >= latest.passed ? one : latest),
        /** @type {{ id?: string, passed: number }} */ ({ passed: 0 }),
      ).id
  }

  /** @param {string} id */
  hasPassed(id) {
    return progressOf(this.store.load(), id)?.status === 'passed'
  }

  /**
   * @param {Exercise} exercise
   * @param {1 | -1} step
   * @returns {Exercise | null} null where the book ends
   */
  neighbour(exercise, step) {
    const index = this.exercises.findIndex(({ id }) => id === exercise.id)
    return this.exercises[index + step] ?? null
  }

  /**
   * The title, the task and the files. The reader's copy is there afterwards.
   *
   * @param {Exercise} exercise
   */
  show(exercise) {
    prepare(exercise)
    this.store.update((progress) => withStarted(progress, exercise.id))
    const { title, task } = this.#text(exercise)
    const tests = path.join(exercise.folder, 'exercise.test.js')
    return [
      this.heading(exercise, title),
      '',
      this.#markdown(task),
      '',
      this.say('yourFile', { file: fromRoot(this.file(exercise)) }),
      this.say('tests', { file: fromRoot(tests) }),
    ].join('\n')
  }

  /** @param {Exercise} exercise @returns {string} the reader's own */
  file(exercise) {
    return copyOf(exercise)
  }

  /** @param {Exercise} exercise @param {string} [title] */
  heading(exercise, title = this.#text(exercise).title) {
    return this.paint('bold', `${exercise.id} · ${title.replaceAll('`', '')}`)
  }

  /**
   * Runs the tests on the reader's file.
   *
   * @param {Exercise} exercise
   * @param {AbortSignal} [signal]
   */
  async check(exercise, signal) {
    prepare(exercise)
    const file = this.file(exercise)
    const result = await runExercise(exercise.folder, {
      node: this.node,
      file: pathToFileURL(file).href,
      timeout: patience(20),
      signal,
    })
    const lines = resultLines(result, file, this)
    const passed = result.verdict === 'passed'
    if (signal?.aborted) return { passed, text: '' }
    this.store.update((progress) =>
      passed
        ? withPassed(progress, exercise.id, new Date())
        : withStarted(progress, exercise.id),
    )
    const { afterword } = this.#text(exercise)
    if (passed && afterword) lines.push('', this.#markdown(afterword))
    return { passed, text: lines.join('\n') }
  }

  /** @param {Exercise} exercise @returns {string} `1 of 3 hints` */
  hintCount(exercise) {
    const { hints } = this.#text(exercise)
    const shown = progressOf(this.store.load(), exercise.id)?.hints ?? 0
    const total = hints.length
    return this.say('hints', { shown: Math.min(shown, total), total })
  }

  /** The hints so far, and one more. @param {Exercise} exercise */
  hint(exercise) {
    const { hints } = this.#text(exercise)
    if (hints.length === 0) return this.say('hintNone')
    const before = progressOf(this.store.load(), exercise.id)?.hints ?? 0
    const shown = Math.min(before + 1, hints.length)
    this.store.update((progress) => withHints(progress, exercise.id, shown))
    const blocks = hints.slice(0, shown).map((text, i) => {
      const values = { number: i + 1, total: hints.length }
      const title = this.paint('bold', this.say('hint', values))
      return `${title}\n${this.#markdown(text)}\n`
    })
    const isLast = shown === hints.length
    return [...blocks, this.say(isLast ? 'hintLast' : 'hintMore')].join('\n')
  }

  /**
   * @param {Exercise} exercise
   * @param {boolean} [anyway] also before it passes
   */
  solution(exercise, anyway = false) {
    const { id, folder } = exercise
    if (!anyway && !this.hasPassed(id)) {
      return { shown: false, text: this.say('needsPass', { id }) }
    }
    prepare(exercise)
    const file = path.join(folder, 'solution.js')
    const [own, other] = [this.file(exercise), file].map((name) =>
      readFileSync(name, 'utf8'),
    )
    const patch = structuredPatch('', '', own, other, '', '', { context: 3 })
    const lines = [this.say('solution', { file: fromRoot(file) }), '']
    if (patch.hunks.length === 0) lines.push(this.say('same'))
    else lines.push(this.say('diff'), '', ...patchLines(patch, this.paint))
    return { shown: true, text: lines.join('\n') }
  }

  /** @param {Exercise} exercise */
  reset(exercise) {
    const kept = restore(exercise)
    this.store.update((progress) => without(progress, exercise.id))
    const file = fromRoot(this.file(exercise))
    return [
      this.say('starter', { file }),
      ...(kept ? [this.say('starterKept', { file: fromRoot(kept) })] : []),
    ].join('\n')
  }

  /** All exercises, and how far the reader is. */
  list() {
    const progress = this.store.load()
    /** @type {string[]} */
    const lines = []
    let chapter = ''
    const width = Math.max(...this.exercises.map(({ id }) => id.length))
    for (const exercise of this.exercises) {
      if (exercise.chapter.id !== chapter) {
        chapter = exercise.chapter.id
        const title = chapterTitle(exercise.chapter, this.language)
        const number = Number(chapter.slice(2))
        if (lines.length > 0) lines.push('')
        const text = this.say('chapter', { number, title })
        lines.push(this.paint('bold', text.replaceAll('`', '')))
      }
      const entry = progressOf(progress, exercise.id)
      const begun = entry && (entry.status === 'passed' ? 'passed' : 'begun')
      const mark = begun ? marks[begun] : ' '
      const title = this.#text(exercise).title.replaceAll('`', '')
      const rest = begun
        ? ` · ${this.say(begun)} ${entry?.passed?.slice(0, 10) ?? ''}`.trimEnd()
        : ''
      const line = `  ${mark} ${exercise.id.padEnd(width)}  ${title}`
      lines.push(`${line}${this.paint('dim', rest)}`)
    }
    const done = this.exercises.filter(({ id }) => this.hasPassed(id)).length
    const totals = { done, total: this.exercises.length }
    const file = fromRoot(this.store.file)
    return [...lines, '', this.say('totals', { ...totals, file })].join('\n')
  }
}
