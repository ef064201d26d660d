/**
 * Folds the parts of the table of contents: that of the page is open, and so
 * are those that the reader has opened, in this book and in this browser.
 *
 * tools/mdbook/contents.js puts it as text into mdBook's toc.js, which makes
 * the list and then scrolls it: whatever it needs is inside of it.
 *
 * @param {HTMLElement} contents
 */
export function foldParts(contents) {
  const key = 'velocy-parts'
  /** @returns {string[]} those that the reader has opened */
  const read = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      return []
    }
  }
  const opened = read()
  for (const part of contents.querySelectorAll('details')) {
    const name = part.dataset.part ?? ''
    part.open = part.querySelector('a.active') !== null || opened.includes(name)
    // Enter and the space bar make a click as well.
    part.querySelector('summary')?.addEventListener('click', () => {
      const others = read().filter((other) => other !== name)
      const now = part.open ? others : [...others, name]
      try {
        localStorage.setItem(key, JSON.stringify(now))
      } catch {
        // It is open for as long as the page is.
      }
    })
  }
}
