import { element, uniqueId } from './dom.js'

/** @import { Translate } from './strings.js' */

/** How much of a comment is shown while it is closed. */
const PREVIEW = 56

/**
 * Closes the lines of listings that need not be read (tools/book-model/
 * folds.js), and puts a button before them. Without this program all of them
 * are there to be read.
 *
 * @param {Document} document
 * @param {Translate} t
 */
export function startFolds(document, t) {
  for (const fold of document.querySelectorAll('.listing .fold')) {
    addToggle(/** @type {HTMLElement} */ (fold), t)
  }
}

/**
 * @param {HTMLElement} fold
 * @param {Translate} t
 */
function addToggle(fold, t) {
  const lines = [...fold.querySelectorAll('.line')]
  const kind = fold.dataset.fold ?? ''
  const signs = { added: '+ ', removed: '− ' }
  const change = /** @type {const} */ (['added', 'removed']).find((kind) =>
    lines.some((line) => line.classList.contains(kind)),
  )
  // Where the browser's own search cannot open it, it is hidden like any other.
  const closed = 'onbeforematch' in fold ? 'until-found' : ''
  fold.id = uniqueId('fold')
  const button = element(
    'button',
    { type: 'button', class: 'fold-toggle', 'aria-controls': fold.id },
    preview(kind, lines),
    element(
      'span',
      { class: 'fold-count' },
      `${change ? signs[change] : ''}${count(kind, lines, t)}`,
    ),
  )
  const row = element('span', { class: `fold-row ${change ?? ''}` }, button)
  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) fold.removeAttribute('hidden')
    else fold.setAttribute('hidden', closed)
  }
  show(false)
  button.addEventListener('click', () => {
    show(button.getAttribute('aria-expanded') === 'false')
  })
  // A search in the page opens what it finds.
  fold.addEventListener('beforematch', () => show(true))
  // The line feed is in it: on paper neither is there.
  fold.before(element('span', { class: 'fold-line' }, row, '\n'))
}

/**
 * @param {string} kind of the fold
 * @param {Element[]} lines
 * @param {Translate} t
 * @returns {string} how much it hides
 */
function count(kind, lines, t) {
  if (kind !== 'imports') return t('fold.lines', { lines: lines.length })
  const last = lines.filter((line) =>
    / from ['"]|@import /.test(line.textContent ?? ''),
  )
  const left = last.filter((line) => !line.classList.contains('removed'))
  const imports = left.length || last.length
  return t(imports === 1 ? 'fold.import' : 'fold.imports', { imports })
}

/**
 * @param {string} kind of the fold
 * @param {Element[]} lines
 * @returns {string} what it is about, in a few words
 */
function preview(kind, lines) {
  const texts = lines.map((line) => {
    const sign = line.querySelector('.sign')?.textContent ?? ''
    return (line.textContent ?? '').slice(sign.length)
  })
  const indent = /^\s*/.exec(texts[0])?.[0] ?? ''
  if (kind === 'imports') return ''
  if (kind === 'closing') {
    return `${indent}${texts.map((text) => text.trim()).join(' ')} `
  }
  const words = texts
    .map((text) => text.replace(/^\s*\/?\*+\/?|\*\/\s*$/g, '').trim())
    .filter((text) => text !== '')
  const first = words[0] ?? ''
  const short =
    first.length > PREVIEW
      ? first.slice(0, first.lastIndexOf(' ', PREVIEW))
      : first
  return `${indent}/** ${short.replace(/[.,;:]$/, '')} … */ `
}
