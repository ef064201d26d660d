/// <reference path="../types.d.ts" />
/** The panel in which readers see, carry along and erase their progress. */
import catalogs from 'strings:./strings'
import {
  formatProgress,
  mergeProgress,
  ProgressError,
  parseProgress,
} from '../../common/progress.js'
import { ask, makeDialog } from '../dialog.js'
import { element } from '../dom.js'
import { languageOf, translator } from '../strings.js'
import { countBook, countChapter } from './summary.js'

/** @typedef {import('../progress.js').ProgressStore} ProgressStore */
/** @typedef {import('../../tools/book-model/contents.js').ChapterContents}
 *   ChapterContents */
/** @typedef {import('../strings.js').Translate} Translate */

/** The name of the file that is exported. */
const FILE = 'velocy-progress.json'

/** A file of more bytes is not read. */
const MOST = 4_000_000

/**
 * Opens the panel. It follows the store until it is closed.
 *
 * @param {object} options
 * @param {ProgressStore} options.store
 * @param {ChapterContents[]} options.contents
 * @param {() => string} options.problems what a reader should know about the
 *   store; empty when it works
 */
export function openPanel({ store, contents, problems }) {
  const t = translator(catalogs, languageOf(document.body))
  const title = element('h2', {}, t('title'))
  const dialog = makeDialog(title, 'velocy-dialog progress-panel')
  const close = element(
    'button',
    { type: 'button', class: 'dialog-close', 'aria-label': t('close') },
    '×',
  )
  close.addEventListener('click', () => dialog.close())
  const status = element('p', { class: 'progress-status', role: 'status' })
  const problem = element('p', { class: 'progress-problem' })
  const view = element('div', { class: 'progress-view' })
  const buttons = makeButtons({ store, status, t })
  dialog.append(
    element(
      'div',
      { class: 'dialog-body' },
      element('header', {}, title, close),
      status,
      problem,
      view,
      buttons.group,
    ),
  )
  const update = () => {
    view.replaceChildren(
      ...(store.isOn
        ? overview(store, contents, t)
        : [element('p', {}, t('off'))]),
    )
    problem.textContent = problems()
    buttons.update()
  }
  store.addEventListener('change', update)
  dialog.addEventListener('close', () => {
    store.removeEventListener('change', update)
  })
  update()
  dialog.showModal()
}

/**
 * @param {ProgressStore} store
 * @param {ChapterContents[]} contents
 * @param {Translate} t
 * @returns {HTMLElement[]}
 */
function overview(store, contents, t) {
  const progress = store.load()
  const { passed, exercises, right, questions } = countBook(progress, contents)
  const heads = ['chapter', 'exercises', 'hints', 'questions']
  const rows = contents.map((chapter) => chapterRow(progress, chapter, t))
  return [
    element(
      'p',
      { class: 'progress-totals' },
      t('totals', { passed, exercises, right, questions }),
    ),
    element('p', {}, t('where')),
    element(
      'div',
      // It scrolls in a window that is low.
      {
        class: 'progress-table',
        tabindex: 0,
        role: 'region',
        'aria-label': t('table'),
      },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...heads.map((name) =>
              element('th', { scope: 'col' }, t(`head.${name}`)),
            ),
          ),
        ),
        element('tbody', {}, ...rows),
      ),
    ),
  ]
}

/**
 * @param {ReturnType<ProgressStore['load']>} progress
 * @param {ChapterContents} chapter
 * @param {Translate} t
 */
function chapterRow(progress, chapter, t) {
  const counts = countChapter(progress, chapter)
  const isDone = counts.exercises > 0 && counts.passed === counts.exercises
  const link = element(
    'a',
    { href: path_to_root + chapter.page },
    nameOf(chapter, t),
  )
  const done = [
    ' ',
    element('span', { 'aria-hidden': 'true', class: 'done' }, '✓'),
    element('span', { class: 'visually-hidden' }, t('done')),
  ]
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, link),
    element(
      'td',
      {},
      ratio(counts.passed, counts.exercises, t),
      ...(isDone ? done : []),
    ),
    element('td', {}, String(counts.hints)),
    element('td', {}, ratio(counts.right, counts.questions, t)),
  )
}

/**
 * @param {number} part
 * @param {number} all
 * @param {Translate} t
 */
const ratio = (part, all, t) => (all === 0 ? '–' : t('ratio', { part, all }))

/**
 * The chapter's title as the sidebar has it, in the language of the page.
 *
 * @param {ChapterContents} chapter
 * @param {Translate} t
 */
function nameOf({ id, page }, t) {
  const folder = page.split('/')[0]
  const link = document.querySelector(
    `#mdbook-sidebar a[href$="${folder}/index.html"]`,
  )
  return link?.textContent ?? t('chapter', { number: id.slice(2) })
}

/**
 * @param {(file: File) => Promise<void>} use
 * @returns {HTMLInputElement} unseen: a button opens it
 */
function fileInput(use) {
  const input = /** @type {HTMLInputElement} */ (
    element('input', {
      type: 'file',
      accept: 'application/json,.json',
      hidden: true,
    })
  )
  input.addEventListener('change', async () => {
    const [chosen] = input.files ?? []
    if (!chosen) return
    await use(chosen)
    // So that the same file can be chosen again.
    input.value = ''
  })
  return input
}

/**
 * @param {{ store: ProgressStore, status: HTMLElement, t: Translate }} options
 */
function makeButtons({ store, status, t }) {
  /**
   * @param {string} key
   * @param {() => void} act
   */
  const button = (key, act) => {
    const made = element('button', { type: 'button' }, t(key))
    made.addEventListener('click', act)
    return made
  }
  /** @param {string} text */
  const say = (text) => {
    status.textContent = text
  }
  const file = fileInput(async (chosen) => {
    say(await importFile(store, chosen, t))
  })
  const exporting = button('export', () => {
    download(FILE, formatProgress(store.load()))
    say(t('exported', { file: FILE }))
  })
  const importing = button('import', () => file.click())
  const switching = button('switchOff', () => {
    store.switch(!store.isOn)
    say(t(store.isOn ? 'switchedOn' : 'switchedOff'))
  })
  const erasing = button('erase', async () => {
    const isSure = await ask({
      title: t('eraseTitle'),
      text: t('eraseText'),
      yes: t('eraseYes'),
      no: t('eraseNo'),
    })
    if (!isSure) return
    store.erase()
    say(t('erased'))
  })
  return {
    group: element(
      'div',
      { class: 'dialog-buttons' },
      exporting,
      importing,
      file,
      switching,
      erasing,
    ),
    update() {
      exporting.hidden = !store.isOn
      importing.hidden = !store.isOn
      switching.textContent = t(store.isOn ? 'switchOff' : 'switchOn')
    },
  }
}

/**
 * @param {ProgressStore} store
 * @param {File} file
 * @param {Translate} t
 * @returns {Promise<string>} what has become of it, in words
 */
async function importFile(store, file, t) {
  const { name, size } = file
  if (size > MOST) {
    const [got, expected] = [size, MOST].map((bytes) => t('bytes', { bytes }))
    return t('importWrong', { file: name, got, expected })
  }
  try {
    const other = parseProgress(await file.text())
    store.update((own) => mergeProgress(own, other))
    return t('imported', { file: name })
  } catch (error) {
    if (error instanceof ProgressError) {
      const { got, expected, newer } = error
      if (got === null) return t('importNotJson', { file: name })
      const key = newer ? 'importNewer' : 'importWrong'
      return t(key, { file: name, got, expected })
    }
    const reason = error instanceof Error ? error.message : String(error)
    return t('importUnreadable', { file: name, reason })
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const url = URL.createObjectURL(
    new Blob([text], { type: 'application/json' }),
  )
  element('a', { href: url, download: name }).click()
  // The click has started it: the address is not needed any more.
  setTimeout(() => URL.revokeObjectURL(url))
}
