/**
 * The table of contents beside each page, which mdBook writes twice: into
 * toc.js and, for readers without JavaScript, into toc.html. Each part becomes
 * a `<details>`, open where nothing folds it.
 */
import { foldParts } from '../../site/fold-parts.js'

const item = '<li class="chapter-item expanded ">'
const partTitle = new RegExp(
  `${item}<li class="part-title">([\\s\\S]*?)</li></li>`,
)
const spacer = `${item}<li class="spacer"></li></li>`

/**
 * @param {string} list the items of `<ol class="chapter">`
 * @returns {string} the same, with an item for each part
 */
function withParts(list) {
  const [before, ...rest] = list.split(partTitle)
  const parts = []
  for (let i = 0; i < rest.length; i += 2) {
    const [title, items] = [rest[i], rest[i + 1]]
    // A line ends the last part.
    const end = items.indexOf(spacer)
    const own = end === -1 ? items : items.slice(0, end)
    const others = end === -1 ? '' : items.slice(end)
    parts.push(
      `<li class="part"><details open data-part="${i / 2}"><summary>${title}</summary><ol class="part-chapters">${own}</ol></details></li>${others}`,
    )
  }
  return before + parts.join('')
}

/** The number of one of the first ten chapters, or of a page of it. */
const oneDigit = /(?<=<strong aria-hidden="true">)(?=\d\.)/g

/**
 * mdBook numbers chapters from `0.`; the pages say `chapter 00`.
 *
 * @param {string} html of toc.html
 */
export const foldContents = (html) =>
  html.replace(
    /(<ol class="chapter">)([\s\S]*)(<\/ol>)/,
    (_, open, list, close) =>
      open + withParts(list).replace(oneDigit, '0') + close,
  )

/** In toc.js, between marking the page that is read and scrolling to it. */
const anchor = '// Track and set sidebar scroll position'

/**
 * @param {string} script mdBook's toc.js
 * @throws {Error} when it is not as we know it
 */
export function foldContentsScript(script) {
  const list = /(this\.innerHTML = ')(.*)(';)/
  if (!list.test(script) || !script.includes(anchor)) {
    throw new Error(
      "mdBook's toc.js is not as tools/mdbook/contents.js expects it",
    )
  }
  return script
    .replace(
      list,
      (_, before, html, after) => before + foldContents(html) + after,
    )
    .replace(anchor, () => `;(${foldParts})(this)\n        ${anchor}`)
}
