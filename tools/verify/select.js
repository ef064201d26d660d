/** Which checks are run, of what, in which order the table has them. */

import { chapterOf, chapters, pages } from '../book-model/chapters.js'
import { root } from '../lib/paths.js'
import { Changes } from './changes.js'
import { allChecks, bookChecks, chapterChecks } from './checks.js'
import { authoredPage } from './plans.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./checks.js').BookCheck} BookCheck */
/** @typedef {import('./checks.js').ChapterCheck} ChapterCheck */
/** @typedef {import('./runner.js').Cell} Cell */

/**
 * @typedef {object} Selection
 * @property {boolean} [quick]
 * @property {boolean} [changed] only what the changes can affect
 * @property {string[]} [only] ids of checks
 * @property {Chapter} [chapter]
 * @property {string} [page] below src/
 * @property {boolean} [full]
 */

/**
 * Whether everything is run: who has chosen what to run looks at what fails.
 *
 * @param {Selection} selection
 */
export const isWhole = ({ quick, changed, page, chapter, only }) =>
  !quick && !changed && !page && !chapter && !only

/**
 * Whether all tests of each chapter are run there, so that a later one need
 * not run again those that cannot come out otherwise.
 *
 * @param {Selection} selection
 */
export const isShared = ({ full, ...rest }) => !full && isWhole(rest)

/**
 * @param {BookCheck | ChapterCheck} check
 * @param {Chapter[]} all
 * @returns {string[]} patterns
 */
function readsOf(check, all) {
  if (!check.reads) return []
  if (check.scope === 'book') return check.reads()
  const { reads } = check
  return all.flatMap((chapter, i) => reads(chapter, all.slice(0, i)))
}

/**
 * @param {string[] | null} files that have changed, from the root; null for all
 * @returns {Changes}
 */
export function changesOf(files) {
  const all = chapters()
  // A check that reads everything knows nothing in particular.
  const known = allChecks
    .map((check) => readsOf(check, all))
    .filter((patterns) => !patterns.includes('**'))
  return new Changes(files, known)
}

/**
 * A check of one chapter, or of the book, as a cell of the table.
 *
 * @param {ChapterCheck | BookCheck} check
 * @param {Changes} changes
 * @param {boolean} all whether it runs what another chapter has settled, too
 * @param {Chapter} [chapter]
 * @param {Chapter[]} [earlier]
 * @returns {Cell & { isAffected: () => boolean }}
 */
function cellOf(check, changes, all, chapter, earlier = []) {
  const isBook = check.scope === 'book'
  const of = /** @type {Chapter} */ (chapter)
  const plan = () =>
    isBook ? check.plan(changes) : check.plan(of, earlier, changes, all)
  const reads = () => (isBook ? check.reads?.() : check.reads?.(of, earlier))
  return {
    check,
    plan,
    label: isBook ? 'book' : of.id,
    effort: isBook ? check.effort() : check.effort(of, earlier, all),
    isAffected() {
      const patterns = reads()
      if (changes.isAll || !patterns || changes.touch(patterns)) return true
      const planned = plan()
      const argv = planned && 'argv' in planned ? planned.argv : []
      return changes.reach(argv.filter((arg) => arg.startsWith(root)))
    },
  }
}

/**
 * The checks of one page, for its author.
 *
 * @param {string} file below src/
 * @param {Set<string> | undefined} only
 * @returns {Cell[]}
 */
function cellsOfPage(file, only) {
  const page = authoredPage(file, chapterOf(file))
  return allChecks
    .filter(({ id, ofPage }) => ofPage && (!only || only.has(id)))
    .map((check) => ({
      check,
      label: check.scope === 'chapter' ? (page.chapter?.id ?? '') : 'book',
      // The time that the whole takes is plenty for a part of it.
      effort: cellEffort(check, page.chapter),
      plan: () => check.ofPage?.(page) ?? null,
    }))
    .filter(({ label }) => label !== '')
    .filter(({ plan }) => plan() !== null)
}

/**
 * @param {ChapterCheck | BookCheck} check
 * @param {Chapter | undefined} chapter
 */
function cellEffort(check, chapter) {
  if (check.scope === 'book') return check.effort()
  return chapter ? check.effort(chapter, [], true) : 0
}

/**
 * The cells to run, in the order of the table.
 *
 * @param {Selection} selection
 * @param {Changes} changes
 * @returns {{ cells: Cell[], left: number }} left: how many are not affected
 */
export function select(selection, changes) {
  const { quick, changed, chapter: chosen } = selection
  const only = selection.only && withNeeds(selection.only)
  if (selection.page) {
    return { cells: cellsOfPage(selection.page, only), left: 0 }
  }
  const all = chapters()
  /** @param {ChapterCheck | BookCheck} check */
  const isWanted = ({ id, slow }) => (only ? only.has(id) : !(quick && slow))
  // Without a choice everything is run: what has not changed, too.
  const every = changed || quick ? changes : changesOf(null)
  const runsAll = !isShared(selection)
  const ofChapters = all.flatMap((chapter, i) =>
    chosen && chosen.id !== chapter.id
      ? []
      : chapterChecks
          .filter(isWanted)
          .map((check) =>
            cellOf(check, every, runsAll, chapter, all.slice(0, i)),
          ),
  )
  // Of the whole book, a chapter has what its own checks wait for.
  const awaited = ofChapters.flatMap(({ check }) => check.after)
  const ofBook = bookChecks.filter(
    (check) => isWanted(check) && (!chosen || awaited.includes(check.id)),
  )
  const cells = [
    ...ofChapters,
    ...ofBook.map((check) => cellOf(check, every, runsAll)),
  ]
  /** @param {Cell} cell */
  const hasToDiffer = ({ check, label }) =>
    changed || (quick && (check.ofTools || (label !== 'book' && !chosen)))
  const wanted = cells.filter((cell) => !hasToDiffer(cell) || cell.isAffected())
  const needed = new Set(wanted.flatMap(({ check }) => check.after))
  const chosenCells = cells.filter(
    (cell) => wanted.includes(cell) || needed.has(cell.check.id),
  )
  return { cells: chosenCells, left: cells.length - chosenCells.length }
}

/**
 * A page of yesterday's build would be tested, and not what is there now.
 *
 * @param {string[]} ids
 */
const withNeeds = (ids) =>
  new Set(
    allChecks
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ id, after }) => [id, ...after]),
  )

/**
 * The page that an author means.
 *
 * @param {string} name `ch05/fields`, or the path of its file in any language
 * @returns {string | null} below src/
 */
export function pageNamed(name) {
  const plain = name
    .replace(/^(\.?\/)?(src|translations\/[\w-]+)\//, '')
    .replace(/\.(md|html)$/, '')
    .replace(/\/$/, '')
  const names = [plain, `${plain}/README`, plain.replace(/index$/, 'README')]
  const found = pages().find(({ file }) => {
    const own = file.replace(/\.md$/, '')
    const short = own.replace(/^(ch\d\d)-[^/]+/, '$1')
    return names.includes(own) || names.includes(short)
  })
  return found?.file ?? null
}
