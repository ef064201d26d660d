/** What a number may begin with, so far as it goes, and a whole one. */
const NUMBER_START =
  /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const LITERALS = ['true', 'false', 'null']

/**
 * Where a text stops being JSON: the engine knows, and does not always say it.
 * Only for a text that JSON.parse has refused.
 *
 * @param {string} text
 * @returns {number} the index of the first character that cannot stand there;
 *   the length of the text when it only ends too early
 */
export function errorIn(text) {
  /** @type {string[]} what closes the arrays and objects that are open */
  const open = []
  /** @type {'value' | 'item' | 'key' | 'member' | 'colon' | 'after'} */
  let expected = 'value'
  let at = 0
  while (true) {
    at = afterSpace(text, at)
    const char = text[at]
    if (char === undefined) return at
    if (expected === 'after') {
      if (open.length === 0) return at
      if (char === open.at(-1)) open.pop()
      else if (char !== ',') return at
      else expected = open.at(-1) === '}' ? 'key' : 'value'
      at++
    } else if (expected === 'colon') {
      if (char !== ':') return at
      expected = 'value'
      at++
    } else if (char === open.at(-1) && isFirst(expected)) {
      open.pop()
      expected = 'after'
      at++
    } else if (expected === 'key' || expected === 'member') {
      const end = char === '"' ? endOfString(text, at) : ~at
      if (end < 0) return ~end
      at = end
      expected = 'colon'
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']')
      expected = char === '{' ? 'member' : 'item'
      at++
    } else {
      const end = endOfScalar(text, at)
      if (end < 0) return ~end
      at = end
      expected = 'after'
    }
  }
}

/** @param {string} expected the first of an object or array, or its end */
const isFirst = (expected) => expected === 'member' || expected === 'item'

/** @param {string} text @param {number} at */
function afterSpace(text, at) {
  while (at < text.length && ' \t\n\r'.includes(text[at])) at++
  return at
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {number} its end; below zero, the complement of where it goes wrong
 */
function endOfScalar(text, at) {
  if (text[at] === '"') return endOfString(text, at)
  const literal = LITERALS.find((name) => name[0] === text[at])
  if (literal !== undefined) {
    let length = 1
    while (length < literal.length && text[at + length] === literal[length]) {
      length++
    }
    return length === literal.length ? at + length : ~(at + length)
  }
  NUMBER_START.lastIndex = at
  const number = NUMBER_START.exec(text)?.[0] ?? ''
  return NUMBER.test(number) ? at + number.length : ~(at + number.length)
}

/**
 * @param {string} text
 * @param {number} at its opening quote
 * @returns {number} as above
 */
function endOfString(text, at) {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '"') return i + 1
    if (text[i] < ' ') return ~i
    if (text[i] !== '\\') continue
    i++
    if (text[i] === 'u') {
      for (let digit = 0; digit < 4; digit++) {
        i++
        if (!/^[\da-fA-F]$/.test(text[i] ?? '')) return ~i
      }
    } else if (!'"\\/bfnrt'.includes(text[i] ?? '-')) return ~i
  }
  return ~text.length
}
