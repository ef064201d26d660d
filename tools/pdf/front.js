/**
 * What a PDF has before its first page: a cover, and a table of contents with
 * page numbers. A browser does not know on which page something will be before
 * it has printed, so the contents get their numbers from a first PDF.
 */
import { pages } from '../book-model/chapters.js'
import { artStyle, balancedLines, byteRows } from '../mdbook/art.js'
import { escapeHtml } from '../mdbook/html.js'
import { strings } from '../mdbook/strings.js'

/**
 * @typedef {object} Entry of the contents
 * @property {string} id of the page's heading in print.html
 * @property {string} title
 * @property {string} number `7`, `7.2`, or '' for a page outside the chapters
 * @property {string | null} part that begins with it
 */

/**
 * The headings of print.html are the titles of the pages, in the order of
 * SUMMARY.md.
 *
 * @param {{ id: string, title: string }[]} titles headings of the first level
 * @param {string} language
 * @returns {Entry[]}
 * @throws {Error} when they are not as many as the pages
 */
export function entriesOf(titles, language) {
  const all = pages()
  if (titles.length !== all.length) {
    throw new Error(
      `print.html: got ${titles.length} headings of the first level, expected one for each of ${all.length} pages`,
    )
  }
  const t = strings(language)
  let part = ''
  let section = 0
  return all.map((page, i) => {
    const chapter = /^ch(\d\d)-/.exec(page.file)
    section = page.depth === 0 ? 0 : section + 1
    const own = chapter ? String(Number(chapter[1])) : ''
    const begins = chapter && page.part !== null && page.part !== part
    if (begins) part = page.part ?? ''
    return {
      ...titles[i],
      number: section === 0 ? own : `${own}.${section}`,
      part: begins ? (t.part[part] ?? part) : null,
    }
  })
}

/**
 * @param {Entry[]} entries
 * @param {Map<string, number>} numbers of pages, by id; without one a place
 *   of the same width is left
 * @param {string} language
 * @returns {string} HTML
 */
export function contentsHtml(entries, numbers, language) {
  const items = entries.map(({ id, title, number, part }) => {
    const kind =
      number === '' ? 'outside' : number.includes('.') ? 'section' : 'chapter'
    const head = part === null ? '' : `<p class="part">${escapeHtml(part)}</p>`
    return `${head}<p class="${kind}"><a href="#${escapeHtml(id)}"><span class="number">${number}</span> <span class="name">${escapeHtml(title)}</span><span class="page">${numbers.get(id) ?? '000'}</span></a></p>`
  })
  const t = strings(language)
  return `<nav class="pdf-contents"><h1 id="pdf-contents">${escapeHtml(t.pdfContents)}</h1>${items.join('')}</nav>`
}

/**
 * @param {string} language
 * @param {string} date such as `November 2026`
 * @returns {string} HTML
 */
export function coverHtml(language, date) {
  const t = strings(language)
  // In px, as wide and as high as A4 at 96 to the inch.
  const [width, height] = [794, 1123]
  const title = balancedLines(t.bookTitle, 14)
  const end = 250 + title.length * 82
  const about = balancedLines(t.bookDescription, 46)
  /** @param {string} name @param {string[]} lines @param {number} y @param {number} step */
  const text = (name, lines, y, step) =>
    lines
      .map(
        (line, i) =>
          `<text class="${name}" x="76" y="${y + i * step}">${escapeHtml(line)}</text>`,
      )
      .join('')
  return (
    `<div class="pdf-cover"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(t.bookTitle)}"><style>${artStyle}</style>` +
    '<rect width="100%" height="100%" fill="#fdfcf8"/>' +
    text('kind', [`Velocy · ${t.bookKind}`], 150, 0) +
    text('title', title, 250, 82) +
    `<rect x="76" y="${end - 36}" width="96" height="7" fill="#1b6b4a"/>` +
    text('about', about, end + 38, 42) +
    byteRows({ width, top: 720, size: 46, rows: 6 }) +
    `<rect y="1043" width="100%" height="80" fill="#fdfcf8"/>` +
    text('kind', [date], 1086, 0) +
    '</svg></div>'
  )
}

/**
 * Runs in the page. The bookmarks of a PDF are its headings by their level,
 * and in print.html each page begins at the first: parts come above chapters,
 * and those above their sections.
 *
 * @param {Element} main
 * @param {Entry[]} entries
 */
export function nestHeadings(main, entries) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  let above = 0
  for (const heading of [...main.querySelectorAll('h1, h2, h3, h4, h5, h6')]) {
    const level = Number(heading.localName.slice(1))
    const entry = level === 1 ? byId.get(heading.id) : undefined
    if (entry) {
      const { number, part } = entry
      above = number === '' ? 0 : number.includes('.') ? 2 : 1
      if (number !== '') heading.firstElementChild?.prepend(`${number} `)
      if (part !== null) {
        const title = document.createElement('p')
        title.className = 'pdf-part'
        title.setAttribute('role', 'heading')
        title.ariaLevel = '1'
        title.textContent = part
        heading.before(title)
      }
    }
    heading.ariaLevel = String(level + above)
  }
}

/** The look of both, and a number on each page but the cover. */
export const frontStyle = `
  @page { @bottom-center { content: counter(page); font: 8.5pt "Source Sans 3", sans-serif; color: #50545a } }
  @page cover { margin: 0; @bottom-center { content: none } }
  .pdf-cover { page: cover; break-after: page; block-size: 297mm; overflow: hidden }
  .pdf-cover svg { display: block; inline-size: 210mm; block-size: 297mm }
  .content .pdf-part { margin: 0 0 6pt; font: 700 9pt "Source Sans 3", sans-serif; letter-spacing: 0.03em; color: #50545a; break-after: avoid }
  .pdf-contents { break-after: page; font-family: "Source Sans 3", sans-serif; font-size: 9.5pt }
  .content .pdf-contents p { margin: 0; line-height: 1.5; break-inside: avoid }
  .content .pdf-contents .outside { margin-block: 9pt }
  .content .pdf-contents .part { margin-block: 9pt 1pt; font-weight: 700; font-size: 8.5pt; letter-spacing: 0.03em; color: #50545a; break-after: avoid }
  .content main .pdf-contents a { display: flex; align-items: baseline; gap: 4pt; color: inherit; text-decoration: none }
  .pdf-contents .number { flex: none; inline-size: 20pt; font-variant-numeric: tabular-nums }
  .pdf-contents :is(.chapter, .outside) { font-weight: 650 }
  .pdf-contents .section { padding-inline-start: 12pt }
  .pdf-contents .name { flex: auto; display: flex; gap: 4pt; align-items: baseline }
  .pdf-contents .name::after { content: ""; flex: auto; border-block-end: 1px dotted #a5a094 }
  .pdf-contents .page { flex: none; inline-size: 20pt; text-align: end; font-variant-numeric: tabular-nums }
`
