/** Where the language that a reader has chosen is kept. */
const KEY = 'velocy-language'

/**
 * A reader who types the address of the book gets the language that they
 * chose last. Links within the book lead where they say.
 *
 * @param {Document} document
 */
export function recallLanguage(document) {
  const isFirstPage = /\/(index\.html)?$/.test(location.pathname)
  const isTyped = !document.referrer.startsWith(location.origin)
  if (path_to_root !== '' || !isFirstPage || !isTyped) return
  const chosen = recalled()
  for (const link of document.querySelectorAll('a.language-switch')) {
    // From a language's own folder, the others lie above it.
    const href = link.getAttribute('href') ?? ''
    if (link.getAttribute('lang') !== chosen || href.startsWith('../')) continue
    location.replace(href)
  }
}

/** @returns {string | null} */
function recalled() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Storage is off: the choice holds for this page.
  }
}

/**
 * The switch leads to the same heading of the other language: heading ids are
 * the same in all of them.
 *
 * @param {Document} document
 */
export function followHeading(document) {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll('a.language-switch')
  )
  const update = () => {
    for (const link of links) link.hash = location.hash
  }
  update()
  addEventListener('hashchange', update)
  for (const link of links) {
    // Also before a middle click or "open in a new tab".
    link.addEventListener('pointerdown', () => aim(link))
    link.addEventListener('click', () => {
      aim(link)
      remember(link.lang)
    })
  }

  /** @param {HTMLAnchorElement} link */
  function aim(link) {
    link.hash = currentHeading(document)?.id ?? ''
  }
}

/**
 * @param {Document} document
 * @returns {Element | undefined} the last heading above the upper third of
 *   the window; none while the page's title is in sight
 */
function currentHeading(document) {
  const headings = [...document.querySelectorAll('main :is(h2,h3,h4,h5)[id]')]
  return headings.findLast(
    (heading) => heading.getBoundingClientRect().top < innerHeight / 3,
  )
}
