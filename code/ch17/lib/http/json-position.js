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
  let at = afterSpace(text, 0)
  while (at < text.length) {
    const char = text[at]
    let end = at + 1
    if (char === open.at(-1) && MAY_CLOSE.has(expected)) {
      open.pop()
      expected = 'after'
    } else if (expected === 'after') {
      if (char !== ',' || open.length === 0) return at
      expected = open.at(-1) === '}' ? 'key' : 'value'
    } else if (expected === 'colon') {
      if (char !== ':') return at
      expected = 'value'
    } else if (expected === 'key' || expected === 'member') {
      if (char !== '"') return at
      end = endOfString(text, at)
      expected = 'colon'
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']')
      expected = char === '{' ? 'member' : 'item'
    } else {
      end = endOfScalar(text, at)
      expected = 'after'
    }
    if (end < 0) return ~end
    at = afterSpace(text, end)
  }
  return at
}

/** An object before its first key, an array before its first value. */
const MAY_CLOSE = new Set(['member', 'item', 'after'])

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
