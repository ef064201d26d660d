/**
 * What there is to do in each chapter: what the pages count a reader's
 * progress against.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { srcDir } from '../lib/paths.js'
import { chapters, siteFile } from './chapters.js'
import { scan } from './markdown.js'
import { readQuiz } from './quiz.js'

/**
 * @typedef {object} ChapterContents
 * @property {string} id `ch07`
 * @property {string} page of the first exercise or quiz, from the site's top
 * @property {string[]} exercises ids, in the order of the pages:
 *   `ch07/01-expression`
 * @property {string[]} questions ids: `ch07/cost`
 */

/**
 * @returns {ChapterContents[]} of the chapters that have exercises or quizzes,
 *   in reading order
 */
export const bookContents = () =>
  chapters().flatMap((chapter) => {
    const found = chapter.pages.flatMap((page) => tasksOf(page, chapter.slug))
    if (found.length === 0) return []
    /** @param {Task['type']} type */
    const ids = (type) =>
      found
        .filter((task) => task.type === type)
        .map(({ name }) => `${chapter.id}/${name}`)
    return {
      id: chapter.id,
      page: siteFile(found[0].page),
      exercises: ids('exercise'),
      questions: ids('question'),
    }
  })

/**
 * @typedef {{ type: 'exercise' | 'question', name: string, page: string }} Task
 *
 * @param {string} page path below src/
 * @param {string} slug of its chapter
 */
function tasksOf(page, slug) {
  const file = path.join(srcDir, page)
  if (!existsSync(file)) return []
  return scan(readFileSync(file, 'utf8')).flatMap((block) => {
    if (block.type !== 'directive') return []
    /** @param {Task['type']} type @param {string} name @returns {Task} */
    const task = (type, name) => ({ type, name, page })
    if (block.name === 'exercise') return [task('exercise', block.target)]
    if (block.name !== 'quiz') return []
    const quiz = path.join(srcDir, slug, block.target || 'quiz.json')
    return questionsOf(quiz).map(({ id }) => task('question', id))
  })
}

/** @param {string} file absolute path of a quiz.json */
function questionsOf(file) {
  try {
    return readQuiz(file)
  } catch {
    // What is wrong with it is said where the page is made.
    return []
  }
}
