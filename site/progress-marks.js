/**
 * How far a reader is, in the sidebar: a mark per chapter, and a line that
 * opens the panel.
 */
import { progressOf } from '../common/progress.js'
import { element } from './dom.js'
import { load } from './load.js'

/** @import { Translate } from './strings.js' */
/** @typedef {import('./progress.js').ProgressStore} ProgressStore */
/** @typedef {import('./progress.js').Progress} Progress */
/** @typedef {import('../tools/book-model/contents.js').ChapterContents}
 *   ChapterContents */

/**
 * @param {Progress} progress
 * @param {string[]} ids of exercises
 * @returns {{ passed: number, begun: boolean, total: number }}
 */
export function countExercises(progress, ids) {
  const entries = ids.map((id) => progressOf(progress, id))
  return {
    passed: entries.filter((entry) => entry?.status === 'passed').length,
    begun: entries.some((entry) => entry !== null),
    total: ids.length,
  }
}

/**
 * @param {Document} document
 * @param {object} options
 * @param {ProgressStore} options.store
 * @param {ChapterContents[]} options.contents
 * @param {Translate} options.t
 */
export function startProgress(document, { store, contents, t }) {
  const list = document.querySelector('#mdbook-sidebar ol.chapter')
  const all = contents.flatMap(({ exercises }) => exercises)
  if (!list || all.length === 0) return
  const line = element('button', { type: 'button', class: 'progress-line' })
  const note = element('p', { class: 'progress-note', role: 'status' })
  keepInPlace(list, () => list.before(line, note))
  const marks = contents.flatMap((chapter) => {
    const link = chapterLink(list, chapter.id)
    if (!link || chapter.exercises.length === 0) return []
    const mark = element('span', { class: 'progress-mark', hidden: true })
    link.after(mark)
    return { mark, ids: chapter.exercises }
  })
  line.addEventListener('click', async () => {
    try {
      const { openPanel } = await load('progress')
      openPanel({ store, contents, problems: () => problemsOf(store, t) })
      tell()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      note.textContent = t('progress.failed', { reason })
    }
  })
  const update = () => {
    const progress = store.load()
    const { passed, total } = countExercises(progress, all)
    line.textContent = store.isOn
      ? t('progress.line', { passed, total })
      : t('progress.lineOff')
    for (const { mark, ids } of marks) showMark(mark, progress, ids, t)
  }
  const tell = () => {
    note.textContent = problemsOf(store, t)
  }
  store.addEventListener('change', update)
  store.addEventListener('problem', tell)
  update()
  tell()
}

/**
 * mdBook has scrolled the sidebar to where it was. Not every browser keeps it
 * there when something is put in above.
 *
 * @param {Element} list
 * @param {() => void} change
 */
function keepInPlace(list, change) {
  const box = list.parentElement
  const before = list.getBoundingClientRect().top
  change()
  if (!box || box.scrollTop === 0) return
  box.scrollTop += list.getBoundingClientRect().top - before
}

/**
 * @param {ProgressStore} store
 * @param {Translate} t
 * @returns {string} what a reader should know about it
 */
const problemsOf = (store, t) =>
  store.problems
    .map(({ kind, reason, key }) =>
      t(`progress.problem.${kind}`, { reason, key }),
    )
    .join(' ')

/**
 * mdBook's list links each chapter's first page, its README.
 *
 * @param {Element} list
 * @param {string} id `ch07`
 */
function chapterLink(list, id) {
  return [...list.querySelectorAll(`a[href*="${id}-"]`)].find((link) =>
    /(^|\/)ch\d\d-[^/]+\/index\.html$/.test(link.getAttribute('href') ?? ''),
  )
}

/**
 * Nothing is marked before it has been begun.
 *
 * @param {HTMLElement} mark
 * @param {Progress} progress
 * @param {string[]} ids
 * @param {Translate} t
 */
function showMark(mark, progress, ids, t) {
  const { passed, begun, total } = countExercises(progress, ids)
  const isDone = passed === total
  mark.hidden = !begun
  mark.classList.toggle('done', isDone)
  mark.replaceChildren(
    element(
      'span',
      { 'aria-hidden': 'true' },
      isDone ? '✓' : `${passed}/${total}`,
    ),
    element(
      'span',
      { class: 'visually-hidden' },
      t(isDone ? 'progress.markDone' : 'progress.mark', { passed, total }),
    ),
  )
}
