/**
 * The roads through the book. Each chapter begins with a copy of the folder
 * that the one before has left, and a clone has them all: so a reader may
 * leave chapters out.
 */
import { chapters } from './chapters.js'
import { startOf } from './starts.js'

/**
 * @typedef {object} Road
 * @property {string} id
 * @property {string[]} ids of its chapters, in order; none for all of them
 * @property {string} from where the reader begins to type
 */

/** @type {Road[]} */
export const roads = [
  {
    id: 'router',
    ids: ['ch01', 'ch06', 'ch07', 'ch08', 'ch09'],
    from: 'ch06',
  },
  { id: 'all', ids: [], from: 'ch00' },
  {
    id: 'performance',
    ids: ['ch00', 'ch12', 'ch13', 'ch14'],
    from: 'ch12',
  },
]

/** @param {string} id @returns {Road} */
export function roadNamed(id) {
  const found = roads.find((road) => road.id === id)
  if (found) return found
  const known = roads.map((road) => road.id).join(', ')
  throw new Error(`there is no road "${id}"; expected one of ${known}`)
}

/**
 * @param {string} id of a chapter
 * @returns {string[]} the roads that only some chapters are on, and this one
 */
export const roadsAt = (id) =>
  roads.filter(({ ids }) => ids.includes(id)).map((road) => road.id)

/**
 * @param {Road} road
 * @returns {string} what is typed first, in the folder for the book
 */
export function firstCommand({ from }) {
  const chapter = chapters().find(({ id }) => id === from)
  if (!chapter) throw new Error(`there is no chapter ${from}`)
  return startOf(chapter)?.ours[0] ?? `mkdir ${from}`
}
