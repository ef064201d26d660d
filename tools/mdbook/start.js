/**
 * `{{#start}}`: how to begin a chapter, and how to have its end checked. The
 * same words for each chapter, so that no page has to find others.
 */
import { fill } from '../book-model/languages.js'
import { promiseCommand, startOf } from '../book-model/starts.js'
import { transcriptHtml } from './listing-html.js'

/** @typedef {import('../book-model/markdown.js').Directive} Directive */

/**
 * @param {Directive} directive
 * @param {import('../book-model/chapters.js').Chapter} chapter
 * @param {Record<string, any>} t
 * @returns {string} Markdown
 */
export function startMarkdown({ start: line, end }, chapter, t) {
  const start = startOf(chapter)
  if (!start) throw new Error(`${chapter.id} begins with nothing to copy`)
  /** @param {string[]} commands @param {Record<string, string>} attributes */
  const terminal = (commands, attributes) => {
    const content = commands.map((command) => `$ ${command}`)
    const fence = { language: 'console', attributes, content, indent: '' }
    return transcriptHtml({ type: 'fence', start: line, end, ...fence }, t)
  }
  const before = start.before.id.slice(2)
  return [
    fill(t.startOwn, { before }),
    terminal(start.own, { only: 'walk' }),
    fill(t.startOurs, { before }),
    terminal(start.ours, { only: 'starts' }),
    t.startPromise,
    terminal([promiseCommand(chapter)], {
      'no-run': "needs a reader's own server",
    }),
  ].join('\n\n')
}
