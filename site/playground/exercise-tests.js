/** Each test of an exercise, and what one that failed has to say. */
import { explain } from '../../common/failure.js'
import { element } from '../dom.js'

/** @import { TestResult } from '../../common/verdict.js' */
/** @import { ExplanationLine } from '../../common/failure.js' */
/** @import { Translate } from '../strings.js' */

/** How many tests are listed, those that failed before the others. */
const TESTS = 100
/** How much of a message is shown: lines, and characters of each. */
const LINES = 40
const LENGTH = 400

/**
 * @param {TestResult[]} tests
 * @param {object} options
 * @param {Translate} options.t
 * @param {string} options.chapter whose address is left out of messages
 * @param {(stack: string) => HTMLElement | null} options.place leads to where
 *   a test failed
 * @returns {HTMLElement}
 */
export function testList(tests, { t, chapter, place }) {
  const listed = new Set(
    [
      ...tests.filter(({ passed }) => !passed),
      ...tests.filter(({ passed }) => passed),
    ].slice(0, TESTS),
  )
  const items = tests
    .filter((test) => listed.has(test))
    .map((test) => {
      const mark = test.passed ? '✓' : '✗'
      const state = t(
        test.passed ? 'exercise.testPassed' : 'exercise.testFailed',
      )
      const title = element(
        'p',
        {},
        element('span', { class: 'test-mark', 'aria-hidden': 'true' }, mark),
        element('span', { class: 'visually-hidden' }, `${state} `),
        element('span', { lang: 'en' }, test.name),
      )
      const item = element(
        'li',
        { class: test.passed ? 'passed' : 'failed' },
        title,
      )
      if (!test.passed) item.append(failure(test, { t, chapter, place }))
      return item
    })
  const rest = tests.length - listed.size
  if (rest > 0) items.push(element('li', {}, `… +${rest}`))
  // Safari tells a list without bullets only when it is told so.
  return element(
    'ul',
    {
      class: 'test-results',
      role: 'list',
      'aria-label': t('exercise.results'),
    },
    ...items,
  )
}

/**
 * @param {TestResult} test
 * @param {Parameters<typeof testList>[1]} options
 */
function failure(test, { t, chapter, place }) {
  const { lines, values } = explain(test)
  const base = `file:///velocy/${chapter}/`
  const box = element('div', { class: 'failure' })
  const shown = lines.map((line) => ({
    ...line,
    text: cut(line.text.replaceAll(base, '')),
  }))
  if (shown.length > 0) box.append(message(shown, t))
  if (values) {
    box.append(
      element(
        'dl',
        {},
        element('dt', {}, t('exercise.got')),
        element('dd', {}, element('code', {}, cut(values.got))),
        element('dt', {}, t('exercise.expected')),
        element('dd', {}, element('code', {}, cut(values.expected))),
      ),
    )
  }
  const leads = test.stack ? place(test.stack) : null
  if (leads) box.append(leads)
  return box
}

/** @param {string} text */
const cut = (text) =>
  text.length > LENGTH ? `${text.slice(0, LENGTH)} …` : text

/**
 * A sentence, or the lines of a difference.
 *
 * @param {ExplanationLine[]} lines
 * @param {Translate} t
 */
function message(lines, t) {
  if (lines.length === 1) return element('p', {}, lines[0].text)
  const rest = lines.length - LINES
  const shown = rest > 1 ? lines.slice(0, LINES) : lines
  const spans = shown.map(({ kind, text }) =>
    element(
      'span',
      { class: kind === 'got' || kind === 'expected' ? kind : null },
      kind === 'legend'
        ? `+ ${t('exercise.got')}  - ${t('exercise.expected')}`
        : text,
      '\n',
    ),
  )
  return element(
    'pre',
    { tabindex: 0, role: 'region', 'aria-label': t('exercise.message') },
    element(
      'code',
      { class: 'nohighlight' },
      ...spans,
      ...(rest > 1 ? [`… +${rest}`] : []),
    ),
  )
}
