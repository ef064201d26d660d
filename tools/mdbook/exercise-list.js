/** `{{#exercises}}`: all of the book's, out of the pages that they stand on. */
import { chapters } from '../book-model/chapters.js'
import { scan } from '../book-model/markdown.js'
import { titleOf } from './place.js'
import { readSections } from './sections.js'

/** @typedef {import('../book-model/markdown.js').Directive} Directive */

/**
 * @param {string} task Markdown
 * @returns {string} its first sentence, or two if that is short, without links
 */
export function firstWords(task) {
  const [paragraph] = task.trim().split(/\n\s*\n/)
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const [first, second = ''] = plain.split(/(?<=[.?!]) (?=[\p{Lu}`*])/u)
  const words = first.length < 60 ? `${first} ${second}` : first
  return words.trim().replace(/:$/, '.')
}

/**
 * @param {string} page below src/
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {string[]} an item of a list for each exercise on the page
 */
function itemsOf(page, language, t) {
  const { text, sectionAt } = readSections(page, language)
  const lines = text.split('\n')
  return scan(text).flatMap((block) => {
    if (block.type !== 'directive' || block.name !== 'exercise') return []
    const { title, start, link } = sectionAt(block.start)
    const level = Math.min(Number.parseInt(block.target, 10), 3) - 1
    const task = lines.slice(start + 1, block.start).join('\n')
    const words = [
      `**[${title}](${link})**`,
      t.exerciseLevels[level],
      ...(block.rest.includes('local') ? [t.exerciseInClone] : []),
    ]
    return `- ${words.join(' · ')}<br>${firstWords(task)}`
  })
}

/**
 * @param {Directive} _directive
 * @param {{ language: string }} context
 * @param {Record<string, any>} t
 * @returns {string} Markdown
 */
export function exerciseList(_directive, { language }, t) {
  const parts = chapters().flatMap(({ id, pages }) => {
    const items = pages.flatMap((page) => itemsOf(page, language, t))
    if (items.length === 0) return []
    const title = `## ${id.slice(2)} · ${titleOf(pages[0], language)} {#${id}}`
    return `${title}\n\n${items.join('\n')}`
  })
  return `\n${parts.join('\n\n')}\n`
}
