/** What the panel counts. */
import { progressOf, quizOf } from '../../common/progress.js'

/** @typedef {import('../../common/progress.js').Progress} Progress */
/** @typedef {import('../../tools/book-model/contents.js').ChapterContents}
 *   ChapterContents */

/**
 * @typedef {object} Counts
 * @property {number} passed exercises
 * @property {number} exercises that there are
 * @property {number} hints that have been shown
 * @property {number} right questions
 * @property {number} questions that there are
 */

/**
 * @param {Progress} progress
 * @param {Pick<ChapterContents, 'exercises' | 'questions'>} chapter
 * @returns {Counts} of what the book has; what has left it does not count
 */
export function countChapter(progress, { exercises, questions }) {
  const entries = exercises.map((id) => progressOf(progress, id))
  return {
    passed: entries.filter((entry) => entry?.status === 'passed').length,
    exercises: exercises.length,
    hints: entries.reduce((sum, entry) => sum + (entry?.hints ?? 0), 0),
    right: questions.filter((id) => quizOf(progress, id)?.status === 'right')
      .length,
    questions: questions.length,
  }
}

/**
 * @param {Progress} progress
 * @param {ChapterContents[]} contents
 * @returns {Counts} of the whole book
 */
export const countBook = (progress, contents) =>
  countChapter(progress, {
    exercises: contents.flatMap(({ exercises }) => exercises),
    questions: contents.flatMap(({ questions }) => questions),
  })
