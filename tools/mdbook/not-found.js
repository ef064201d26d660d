/**
 * What 404.html says. A host may serve one for all addresses, or one for each
 * language's folder, so each says it in all languages, its own first.
 */
import { chapters, siteFile } from '../book-model/chapters.js'
import { escapeHtml } from './html.js'
import { alternate } from './languages.js'
import { titleOf } from './place.js'
import { strings } from './strings.js'

/**
 * @param {string} language of the folder that it lies in
 * @param {{ code: string, name: string }[]} languages all
 * @returns {string} HTML; its links start at the `<base>` of the page
 */
export function notFoundHtml(language, languages) {
  const { notFound } = strings(language)
  const others = languages.filter(({ code }) => code !== language)
  return [
    `<h1>${escapeHtml(notFound.title)}</h1>`,
    `<p>${escapeHtml(notFound.text)}</p>`,
    ...others.map(({ code }) => otherHtml(language, code)),
    `<ol start="0">${chapterItems(language)}</ol>`,
    '',
  ].join('\n')
}

/** @param {string} language of the page @param {string} other */
function otherHtml(language, other) {
  const { notFound, bookTitle } = strings(other)
  const href = alternate('index.html', language, other)
  return `<p lang="${other}"><strong>${escapeHtml(notFound.title)}.</strong> ${escapeHtml(notFound.text)} <a href="${href}">${escapeHtml(bookTitle)}</a></p>`
}

/** @param {string} language */
const chapterItems = (language) =>
  chapters()
    .map(({ pages: [first] }) => {
      const title = escapeHtml(titleOf(first, language))
      return `<li><a href="${siteFile(first)}">${title}</a></li>`
    })
    .join('')
