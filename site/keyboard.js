/** What has a use of its own for the keys that mdBook listens to. */
const OWN_KEYS =
  '.widget, .quiz, [data-run], pre, .table-wrapper, [contenteditable]'
/** From where on mdBook has the contents beside the page, not over it. */
const BESIDE = '(min-width: 1080px)'
/** Where they cover a part of it (theme/css/book.css). */
const OVER = '(max-width: 619px)'
const FADES = '.table-wrapper, figure > pre'
const MAY_SCROLL = 'pre, pre > code, .table-wrapper, figure:not([class])'

/** @param {Document} document */
export function improveKeyboard(document) {
  keepKeys(document.body)
  reachScrollers(document)
  showWhatScrolls(document)
  const toggle = document.getElementById('mdbook-sidebar-toggle')
  const box = document.getElementById('mdbook-sidebar-toggle-anchor')
  if (!toggle || !(box instanceof HTMLInputElement)) return
  // mdBook's own is a label of the box, which may not have a button's role.
  toggle.addEventListener('click', () => box.click())
  closeByEscape(toggle, box)
  closeFromOutside(toggle, box)
}

/**
 * mdBook turns the page at ← and →, and opens the search at `s` and `/`, from
 * listeners on the document. The body comes before it.
 *
 * @param {HTMLElement} body
 */
function keepKeys(body) {
  body.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target)
    // Escape closes mdBook's search; in an editor it has a meaning of its own.
    const own = event.key === 'Escape' ? '[contenteditable]' : OWN_KEYS
    if (target.closest(own)) event.stopPropagation()
  })
}

/**
 * What scrolls sideways can be reached by Tab, and then scrolled by ← and →.
 *
 * @param {Document} document
 */
function reachScrollers(document) {
  /** @param {Document | Element} part */
  const update = (part) => {
    for (const box of part.querySelectorAll(`main :is(${MAY_SCROLL})`)) {
      const scrolls = box.scrollWidth > box.clientWidth
      if (scrolls && !box.hasAttribute('tabindex')) {
        box.setAttribute('tabindex', '0')
      }
    }
  }
  update(document)
  addEventListener('resize', () => update(document))
  // What was folded had no width. There may be hundreds, as on the page to be
  // printed, so each looks at its own part only.
  const unfold = (/** @type {Event} */ { target }) =>
    update(/** @type {Element} */ (target))
  document.addEventListener('toggle', unfold, true)
}

/**
 * A table or listing that is cut off fades on the sides where it goes on.
 *
 * @param {Document} document
 */
function showWhatScrolls(document) {
  for (const box of document.querySelectorAll(`main :is(${FADES})`)) {
    const update = () => {
      const hidden = box.scrollWidth - box.clientWidth
      const passed = Math.abs(box.scrollLeft)
      box.classList.toggle('more-before', passed > 1)
      box.classList.toggle('more-after', hidden - passed > 1)
    }
    box.addEventListener('scroll', update, { passive: true })
    // It begins with a call, and follows the window and what is unfolded.
    new ResizeObserver(update).observe(box)
  }
}

/**
 * Where the contents cover the page, Escape puts them away.
 *
 * @param {HTMLElement} toggle
 * @param {HTMLInputElement} box checked while they are shown
 */
function closeByEscape(toggle, box) {
  toggle.ownerDocument.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || matchMedia(BESIDE).matches) return
    if (!box.checked) return
    toggle.click()
    toggle.focus()
  })
}

/**
 * Where the contents cover the page, a touch beside them puts them away.
 *
 * @param {HTMLElement} toggle
 * @param {HTMLInputElement} box checked while they are shown
 */
function closeFromOutside(toggle, box) {
  const page = toggle.ownerDocument.getElementById('mdbook-page-wrapper')
  page?.addEventListener(
    'click',
    (event) => {
      if (!box.checked || !matchMedia(OVER).matches) return
      if (toggle.contains(/** @type {Node} */ (event.target))) return
      event.preventDefault()
      event.stopPropagation()
      toggle.click()
    },
    true,
  )
}
