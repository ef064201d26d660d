/**
 * A reader's progress: one format for the terminal and for the pages, which
 * export and import it. This module uses nothing of Node, so that a browser
 * can load it too. The types below are the format.
 */

/**
 * @typedef {object} ExerciseProgress
 * @property {'started' | 'passed'} status `passed` stays, whatever becomes of
 *   the file later
 * @property {number} hints how many have been shown
 * @property {string} [passed] when it first passed, ISO 8601 in UTC
 */

/**
 * @typedef {object} Progress
 * @property {'velocy-progress'} format
 * @property {1} version
 * @property {Record<string, ExerciseProgress>} exercises by id: `ch03/02-name`
 * @property {Record<string, unknown>} quizzes `QuizProgress` by id, the
 *   chapter's and the question's: `ch03/one`. What has another shape is kept
 */

/**
 * @typedef {object} QuizProgress
 * @property {'tried' | 'right'} status `right` stays, whatever is answered
 *   later
 * @property {string} [right] when it was first answered right, ISO 8601 in UTC
 */

export const format = 'velocy-progress'
export const version = 1

/**
 * Progress that cannot be read; `newer` when a later version wrote it. Beside
 * the message it has what was got and what was expected, as text of the file;
 * got is null when the file is not JSON.
 */
export class ProgressError extends Error {
  /**
   * @param {string} message
   * @param {{ got: string | null, expected: string, newer?: boolean }} details
   */
  constructor(message, { got, expected, newer = false }) {
    super(message)
    this.got = got
    this.expected = expected
    this.newer = newer
  }
}

/** @param {unknown} value @returns {string} its beginning, as JSON */
function shortened(value) {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string} as it stands in the file
 */
const pair = (name, value) => `"${name}": ${shortened(value)}`

/**
 * @param {Record<string, unknown>} table
 * @param {string} name
 * @returns {string} the key with its value; the whole, without such a key
 */
const gotIn = (table, name) =>
  Object.hasOwn(table, name) ? pair(name, table[name]) : shortened(table)

/** @returns {Progress} */
export const emptyProgress = () => ({
  format,
  version,
  exercises: {},
  quizzes: {},
})

/** @param {unknown} value @returns {value is Record<string, any>} */
const isTable = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * @param {string} text JSON
 * @returns {Progress} with everything that the text holds, also what this
 *   version does not know
 * @throws {ProgressError}
 */
export function parseProgress(text) {
  let value
  try {
    value = JSON.parse(text)
  } catch {
    // The engine's message quotes the file, which may be anything.
    throw new ProgressError('it is not JSON', { got: null, expected: 'JSON' })
  }
  if (!isTable(value) || value.format !== format) {
    const expected = pair('format', format)
    throw new ProgressError(`expected an object with ${expected}`, {
      got: isTable(value) ? gotIn(value, 'format') : shortened(value),
      expected,
    })
  }
  if (!Number.isInteger(value.version) || value.version < 1) {
    throw new ProgressError(`got the version ${value.version}, expected 1`, {
      got: gotIn(value, 'version'),
      expected: pair('version', version),
    })
  }
  if (value.version > version) {
    throw new ProgressError(
      `got the version ${value.version}, expected ${version}`,
      {
        got: pair('version', value.version),
        expected: pair('version', version),
        newer: true,
      },
    )
  }
  const { exercises = {}, quizzes = {} } = value
  for (const [name, table] of Object.entries({ exercises, quizzes })) {
    if (isTable(table)) continue
    throw new ProgressError(`"${name}" is no object`, {
      got: pair(name, table),
      expected: `"${name}": { … }`,
    })
  }
  for (const [id, entry] of Object.entries(exercises)) checkEntry(id, entry)
  return { ...value, format, version, exercises, quizzes }
}

/**
 * @param {string} id
 * @param {any} entry
 */
function checkEntry(id, entry) {
  if (!/^ch\d\d\/[a-z0-9][a-z0-9-]*$/.test(id)) {
    throw new ProgressError(`got the id "${id}", expected ch03/02-name`, {
      got: `"${id}"`,
      expected: '"ch03/02-name"',
    })
  }
  const isDate =
    /^\d{4}-\d\d-\d\dT/.test(entry?.passed) &&
    !Number.isNaN(Date.parse(entry.passed))
  const sound =
    isTable(entry) &&
    Number.isSafeInteger(entry.hints) &&
    entry.hints >= 0 &&
    (entry.status === 'passed'
      ? isDate
      : entry.status === 'started' && entry.passed === undefined)
  if (!sound) {
    throw new ProgressError(`"${id}" is ${JSON.stringify(entry)}`, {
      got: pair(id, entry),
      expected: `"${id}": { "status": "started", "hints": 0 }`,
    })
  }
}

/** @param {Progress} progress */
export const formatProgress = (progress) =>
  `${JSON.stringify(progress, null, 2)}\n`

/**
 * @param {Progress} progress
 * @param {string} id
 * @returns {ExerciseProgress | null} null when it has not been begun
 */
export const progressOf = (progress, id) =>
  Object.hasOwn(progress.exercises, id) ? progress.exercises[id] : null

/**
 * @param {Progress} progress
 * @param {string} id
 * @param {Partial<ExerciseProgress>} change
 * @returns {Progress}
 */
function withEntry(progress, id, change) {
  /** @type {ExerciseProgress} */
  const begun = { status: 'started', hints: 0 }
  const entry = { ...begun, ...progressOf(progress, id), ...change }
  return { ...progress, exercises: { ...progress.exercises, [id]: entry } }
}

/** @param {Progress} progress @param {string} id */
export const withStarted = (progress, id) => withEntry(progress, id, {})

/**
 * @param {Progress} progress
 * @param {string} id
 * @param {number} hints shown so far; fewer than before change nothing
 */
export function withHints(progress, id, hints) {
  const before = progressOf(progress, id)?.hints ?? 0
  return withEntry(progress, id, { hints: Math.max(before, hints) })
}

/**
 * @param {Progress} progress
 * @param {string} id
 * @param {Date} when the first time counts
 */
export function withPassed(progress, id, when) {
  const passed = progressOf(progress, id)?.passed ?? when.toISOString()
  return withEntry(progress, id, { status: 'passed', passed })
}

/**
 * @param {Progress} progress
 * @param {string} id
 * @returns {Progress} as if the exercise had never been begun
 */
export function without(progress, id) {
  const { [id]: _, ...exercises } = progress.exercises
  return { ...progress, exercises }
}

/**
 * @param {Progress} progress
 * @param {string} id `ch03/one`
 * @returns {QuizProgress | null} null when it has not been answered
 */
export function quizOf(progress, id) {
  if (!Object.hasOwn(progress.quizzes, id)) return null
  const entry = progress.quizzes[id]
  return isQuizEntry(entry) ? entry : null
}

/** @param {unknown} entry @returns {entry is QuizProgress} */
const isQuizEntry = (entry) =>
  isTable(entry) &&
  (entry.status === 'tried' ||
    (entry.status === 'right' && !Number.isNaN(Date.parse(entry.right))))

/**
 * @param {Progress} progress
 * @param {string} id of the question
 * @param {boolean} isRight whether the answer is
 * @param {Date} when the first right answer counts
 * @returns {Progress}
 */
export function withAnswer(progress, id, isRight, when) {
  const before = quizOf(progress, id)
  const right = before?.right ?? (isRight ? when.toISOString() : undefined)
  /** @type {QuizProgress} */
  const entry = {
    ...before,
    ...(right === undefined ? { status: 'tried' } : { status: 'right', right }),
  }
  return { ...progress, quizzes: { ...progress.quizzes, [id]: entry } }
}

/**
 * @param {...(string | undefined)} dates ISO 8601
 * @returns {string | undefined} the earliest
 */
const earliest = (...dates) =>
  dates
    .filter((date) => date !== undefined)
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0]

/**
 * What was done in two places: passed in either is passed, on the earlier
 * date, and the hints are those of the place where more were shown. A question
 * answered right in either is right, on the earlier date.
 *
 * @param {Progress} own wins where the format says nothing
 * @param {Progress} other
 * @returns {Progress}
 */
export function mergeProgress(own, other) {
  let merged = {
    ...other,
    ...own,
    quizzes: { ...other.quizzes, ...own.quizzes },
  }
  for (const [id, entry] of Object.entries(other.exercises)) {
    const before = progressOf(own, id)
    const passed = earliest(before?.passed, entry.passed)
    merged = withEntry(merged, id, {
      ...entry,
      ...before,
      hints: Math.max(entry.hints, before?.hints ?? 0),
      ...(passed && { status: 'passed', passed }),
    })
  }
  for (const id of Object.keys(other.quizzes)) {
    const [one, two] = [quizOf(own, id), quizOf(other, id)]
    const right = earliest(one?.right, two?.right)
    if (!one || !two || !right) continue
    merged.quizzes[id] = { ...two, ...one, status: 'right', right }
  }
  return merged
}
