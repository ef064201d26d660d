/**
 * What find-my-way's tests said, held against what is expected of them:
 * differences.json lists each test that fails here, below the reason why.
 *
 * @typedef {object} TestResult
 * @property {string} file its name
 * @property {string} name of the test
 * @property {boolean} passed
 * @property {string} error '' when it passed
 */
/**
 * @typedef {object} Reason
 * @property {string} why in a sentence, as the README says it
 * @property {Record<string, string[]>} tests by file
 */

/**
 * Gives the second test of a name, in a file, a name of its own.
 *
 * @param {TestResult[]} results
 * @returns {TestResult[]}
 */
export function numbered(results) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  return results.map((result) => {
    const key = `${result.file} > ${result.name}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    if (count === 1) return result
    return { ...result, name: `${result.name} (${count})` }
  })
}

/**
 * @param {TestResult[]} results
 * @param {Reason[]} reasons
 * @returns {string[]} what is not as it is expected
 */
export function compare(results, reasons) {
  const problems = []
  /** @type {Map<string, string>} */
  const listed = new Map()
  for (const { why, tests } of reasons) {
    for (const [file, names] of Object.entries(tests)) {
      for (const name of names) {
        const key = `${file} > ${name}`
        if (listed.has(key)) problems.push(`${key}: is listed twice`)
        listed.set(key, why)
      }
    }
  }
  for (const { file, name, passed, error } of results) {
    const key = `${file} > ${name}`
    const why = listed.get(key)
    listed.delete(key)
    if (passed && why) {
      problems.push(`${key}: passes, but is listed as different: ${why}`)
    } else if (!passed && !why) {
      const [line] = error.split('\n')
      problems.push(`${key}: fails, and is not listed: ${line}`)
    }
  }
  for (const key of listed.keys()) {
    problems.push(`${key}: is listed, but there is no such test`)
  }
  return problems
}

/**
 * The part of the README that says how many there are.
 *
 * @param {TestResult[]} results
 * @param {Reason[]} reasons
 * @param {string} version of find-my-way
 * @returns {string} Markdown
 */
export function summary(results, reasons, version) {
  const passed = results.filter((result) => result.passed).length
  const different = results.length - passed
  /** @param {Reason} reason */
  const count = ({ tests }) => Object.values(tests).flat().length
  const rows = [...reasons]
    .sort((a, b) => count(b) - count(a))
    .map((reason) => `| ${count(reason)} | ${reason.why} |`)
  return [
    `Of the ${results.length} tests of find-my-way ${version}, ` +
      `**${passed} pass** and ${different} differ by design:`,
    '',
    '| Tests | Why they differ |',
    '| --: | --- |',
    ...rows,
  ].join('\n')
}
