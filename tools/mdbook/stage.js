/** What stands at the end of a page that makes tests pass: their command. */
import { fill } from '../book-model/languages.js'
import { shortName, stagesOf } from '../page-tests/data.js'
import { escapeHtml } from './html.js'

/**
 * @param {string} page below src/
 * @param {import('../book-model/chapters.js').Chapter | undefined} chapter
 * @param {Record<string, any>} t the strings of a language
 * @returns {string} HTML in lines of its own; '' for a page without a stage
 */
export function stageHtml(page, chapter, t) {
  const stage = chapter && stagesOf(chapter).find((one) => one.page === page)
  if (!stage) return ''
  const count = stage.tests.length
  const text = fill(count === 1 ? t.stageOne : t.stageMany, { count })
  const words = `scripts/verify.sh --page ${shortName(page)} --app ~/mine/${chapter.id}/server.js`
  // Where it is too long for a line, it breaks between two words, never in one.
  const command = words
    .split(' ')
    .map((word) => `<span>${escapeHtml(word)}</span>`)
    .join(' ')
  return `\n\n<aside class="what-works"><p><strong>${escapeHtml(t.stageTitle)}</strong> ${escapeHtml(text)}</p><pre><code class="nohighlight">${command}</code></pre></aside>\n`
}
