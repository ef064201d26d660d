import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'
import { highlightedLines } from '../../common/highlight-lines.js'
import { element } from '../dom.js'

hljs.registerLanguage('javascript', javascript)

/**
 * A file to be read, with numbers of lines, in the colours of the listings.
 *
 * @param {string} text JavaScript
 * @param {string} label its name, for screen readers
 * @returns {{ element: HTMLElement, goTo: (line: number) => void }} goTo moves
 *   the focus to a line, from 1
 */
export function codeBlock(text, label) {
  const { value } = hljs.highlight(text.replace(/\n$/, ''), {
    language: 'javascript',
    ignoreIllegals: true,
  })
  const lines = highlightedLines(value).map((html, index) => {
    const code = element('span', {})
    // highlight.js has escaped what was code.
    code.innerHTML = html
    return element(
      'span',
      { class: 'line', tabindex: -1 },
      element(
        'span',
        { class: 'number', 'aria-hidden': 'true' },
        `${index + 1}`,
      ),
      code,
      '\n',
    )
  })
  const block = element(
    'pre',
    { class: 'code-block', tabindex: 0, role: 'region', 'aria-label': label },
    element('code', { class: 'language-js nohighlight hljs' }, ...lines),
  )
  return {
    element: block,
    goTo(line) {
      const target = lines[Math.min(Math.max(line, 1), lines.length) - 1]
      target.focus({ preventScroll: true })
      target.scrollIntoView({ block: 'center' })
    },
  }
}
