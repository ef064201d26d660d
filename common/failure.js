/**
 * What a test that failed has to say, told apart. It needs nothing of Node, so
 * that the terminal and a page of the book say the same.
 */

/** @typedef {Omit<import('./verdict.js').TestResult, 'passed'>} Failure */

/**
 * A line of an explanation. legend: where the names of the two signs of a
 * difference, + and -, stand.
 *
 * @typedef {{ kind: 'text' | 'legend' | 'got' | 'expected', text: string }}
 *   ExplanationLine
 */

/**
 * @typedef {object} Explanation
 * @property {ExplanationLine[]} lines may be none beside values
 * @property {{ got: string, expected: string } | null} values two that were
 *   compared, and fit on a line each
 */

/**
 * @param {Failure} failure
 * @returns {Explanation}
 */
export function explain({ code, message, generated, got, expected, stack }) {
  const text = message ?? ''
  if (code !== 'ERR_ASSERTION') {
    // With the name of the error: TypeError, say.
    const head = stack?.split(/\n {4}at /)[0]
    return {
      lines: textLines(head?.includes(text) ? head : text),
      values: null,
    }
  }
  if (got !== null && expected !== null && !/\n/.test(got + expected)) {
    // Node puts the difference below a message of the test's own.
    const own = text.replace(/\n(\n|\+ actual - expected).*$/s, '')
    return {
      lines: generated ? [] : textLines(own),
      values: { got, expected },
    }
  }
  const lines = text
    .replace(/^.*:\n(?=\+ actual - expected)/, '')
    .replace(/^\+ actual - expected\n+/m, '+ actual - expected\n')
    .split('\n')
    .map((line) => ({ kind: kindOf(line), text: line }))
  return { lines, values: null }
}

/** @param {string} line of a difference @returns {ExplanationLine['kind']} */
function kindOf(line) {
  if (line === '+ actual - expected') return 'legend'
  if (/^\+( |$)/.test(line)) return 'got'
  return /^-( |$)/.test(line) ? 'expected' : 'text'
}

/** @param {string} text @returns {ExplanationLine[]} */
const textLines = (text) =>
  text.split('\n').map((line) => ({ kind: 'text', text: line }))

/** No frame is longer. What a program makes of its stack may be. */
const longestFrame = 1000

/**
 * @param {string} stack
 * @returns {{ url: string, line: number }[]} its frames in files, the
 *   innermost first; lines from 1
 */
export const framesOf = (stack) =>
  stack.split('\n').flatMap((text) => {
    if (text.length > longestFrame) return []
    const frame = /(file:\/\/[^\s()]+?):(\d+):\d+/.exec(text)
    return frame ? [{ url: frame[1], line: Number(frame[2]) }] : []
  })

/**
 * What a program printed, without the runner's own noise.
 *
 * @param {string} output
 * @returns {string[]} lines
 */
export const printedLines = (output) =>
  output
    // The line of Node that threw, and the place in it.
    .replaceAll(/^node:\S+:\d+\n.*\n\s*\^+\n+/gm, '')
    .split('\n')
    .filter((line) => !/^\s+at .*\bnode:/.test(line))
    .filter((line) => !/^Node\.js v\d+\.\d+\.\d+$/.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
