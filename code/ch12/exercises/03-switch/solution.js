/**
 * Writes a function that finds the index of a word in a list: a `switch` over
 * the length, and then over a character at which all words of that length
 * differ, if there is one. Only one word is left to be compared then.
 *
 * @param {string[]} words all different
 * @returns {string} the body of a function (text): the index, or -1
 */
export function write(words) {
  const lengths = [...new Set(words.map(({ length }) => length))]
  const cases = lengths.map((length) => {
    const alike = words.filter((word) => word.length === length)
    return `case ${length}:\n${choice(alike, words)}\nreturn -1`
  })
  return `switch (text.length) {\n${cases.join('\n')}\n}\nreturn -1`
}

/**
 * @param {string[]} alike words of the same length
 * @param {string[]} words
 */
function choice(alike, words) {
  /** @param {string} word */
  const test = (word) =>
    `if (text === ${JSON.stringify(word)}) return ${words.indexOf(word)}`
  const at = positionFor(alike)
  if (alike.length === 1 || at === -1) return alike.map(test).join('\n')
  const cases = alike.map(
    (word) => `case ${word.charCodeAt(at)}: ${test(word)}\nbreak`,
  )
  return `switch (text.charCodeAt(${at})) {\n${cases.join('\n')}\n}`
}

/**
 * @param {string[]} alike words of the same length
 * @returns {number} where no two have the same character; -1: nowhere
 */
function positionFor([first, ...others]) {
  const words = [first, ...others]
  return Array.from({ length: first.length }, (_, at) => at).findIndex(
    (at) => new Set(words.map((word) => word[at])).size === words.length,
  )
}
