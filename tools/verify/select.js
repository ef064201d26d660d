/** The plan: which checks are run, of what, and why. */
import { chapterOf, chapters, pages } from '../book-model/chapters.js'
import { codeDir, root } from '../lib/paths.js'
import { bookChecks, chapterChecks } from './checks.js'
import { planOf, readsOf } from './plans.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./changes.js').Changes} Changes */
/** @typedef {import('./checks.js').Check} Check */
/** @typedef {import('./plans.js').Subject} Subject */
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

/** Options that choose, the narrowest first. */
const choosing = /** @type {const} */ ([
  'only',
  'page',
  'chapter',
  'quick',
  'changed',
  'full',
])

/** @param {Selection} selection @returns {boolean} whether none of them is set */
export const isWhole = (selection) => !choosing.some((name) => selection[name])

/**
 * @param {Check} check
 * @param {Subject} subject
 * @returns {string} what differs and can affect it; '' for nothing
 */
function cause(check, subject) {
  const { changes } = subject
  if (changes.everything) return changes.everything
  const patterns = readsOf(check, subject)
  const touching = changes.touching(patterns, check.ignoresProse)
  if (touching) return `${touching} differs`
  const plan = planOf(check, subject)
  const argv = plan && 'argv' in plan ? plan.argv : []
  // What the tests of a chapter read is said by their check.
  const programs = argv.filter(
    (arg) => arg.startsWith(root) && !arg.startsWith(codeDir),
  )
  const reached = changes.reached(programs)
  return reached && `${reached} differs`
}

/**
 * @param {Check} check
 * @param {Subject} subject
 * @param {Selection} selection
 * @returns {string | null} why it is run; '' where nothing that it reads
 *   differs, and null where it is not asked for
 */
function reasonFor(check, subject, selection) {
  const { quick, changed, only, page, full, chapter } = selection
  const { id, when, onPage } = check
  const isOfBook = bookChecks.includes(check)
  if (only && !only.includes(id)) return null
  if (page !== undefined && !onPage) return null
  if (when === 'slow' && quick) return null
  if (when === 'nightly' && !full && !only) return null
  if (isOfBook && chapter && !only) return null
  let isDue = !changed
  if (page !== undefined) isDue = Boolean(full || only || onPage === 'always')
  else if (quick) isDue = isOfBook ? when !== 'differs' : chapter !== undefined
  if (!isDue) return cause(check, subject)
  const option = choosing.find((name) => selection[name])
  return option ? `--${option}` : 'everything is run'
}

/**
 * @param {Check} check
 * @param {Subject} subject
 * @param {Selection} selection
 */
function cellOf(check, subject, selection) {
  const { page, quick, changed } = selection
  const isOfBook = bookChecks.includes(check)
  const label = isOfBook ? 'book' : subject.chapter.id
  const isPart = Boolean(page || (isOfBook && (quick || changed)))
  const times = check.perChapter ? 1 + chapters().indexOf(subject.chapter) : 1
  const seconds = check.seconds * times
  return {
    check,
    label,
    why: reasonFor(check, subject, selection),
    plan: () => planOf(check, subject),
    needs: () => [...(check.needs ?? []), ...(check.stores?.(subject) ?? [])],
    // There is less of it, and less beside it.
    seconds: isPart ? seconds / 3 : seconds,
  }
}

/**
 * @param {Selection} selection
 * @param {Changes} changes
 * @returns {Cell[]} all that there are of this page, chapter or book
 */
function cellsOf(selection, changes) {
  const { page, quick } = selection
  const all = chapters()
  const of = page === undefined ? selection.chapter : chapterOf(page)
  const subjects = all.map((chapter, i) => ({
    chapter,
    earlier: all.slice(0, i),
    changes,
    page,
    all: !isWhole(selection) && !quick,
  }))
  const chosen = subjects.filter(({ chapter }) =>
    of === undefined ? page === undefined : chapter.id === of.id,
  )
  return [
    ...chosen.flatMap((subject) =>
      chapterChecks.map((check) => cellOf(check, subject, selection)),
    ),
    ...bookChecks.map((check) =>
      cellOf(check, subjects[all.length - 1], selection),
    ),
  ]
}

/**
 * @param {Selection} selection
 * @param {Changes} changes
 * @returns {{ cells: Cell[], left: Cell[] }} the cells to run, and those that
 *   are left out because nothing that they read differs
 */
export function select(selection, changes) {
  const cells = cellsOf(selection, changes)
  const asked = cells.filter(({ why, plan }) => why !== null && plan() !== null)
  const due = asked.filter(({ why }) => why !== '')
  const wanted = selection.quick ? withLastEarlier(due) : due
  const needed = needsOf(wanted, cells)
  const run = cells.filter(
    (one) => wanted.includes(one) || needed.includes(one),
  )
  return {
    cells: run,
    left: asked.filter((one) => one.why === '' && !run.includes(one)),
  }
}

/**
 * Earlier tests run again in each chapter; of several that differ, the last one
 * has what the others bring.
 *
 * @param {Cell[]} cells
 */
function withLastEarlier(cells) {
  const last = cells.findLast(({ check }) => check.id === 'earlier')
  return cells.filter((cell) => cell.check.id !== 'earlier' || cell === last)
}

/**
 * A page of yesterday's build would be tested, and not what is there now.
 *
 * @param {Cell[]} wanted
 * @param {Cell[]} cells
 * @returns {Cell[]} those of the others that they wait for
 */
function needsOf(wanted, cells) {
  return cells.filter((cell) => {
    const waits = wanted.find(({ check }) =>
      check.after?.includes(cell.check.id),
    )
    if (!waits || wanted.includes(cell)) return false
    cell.why = `needed by ${waits.check.id}`
    return true
  })
}

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
