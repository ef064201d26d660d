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
    link.addEventListener('click', () => aim(link))
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
