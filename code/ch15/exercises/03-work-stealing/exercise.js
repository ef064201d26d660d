/**
 * @typedef {object} Task
 * @property {string} name
 * @property {number} time how long it takes
 * @property {string} [key] whose tasks all stay in one list
 */

/**
 * Gives threads that have nothing to do some of what others have not begun, so
 * that no list is empty while another one has a task that may move. The first
 * task of a list has begun, and does not move. Neither does one with a key. A
 * thread that has something to do gets nothing.
 *
 * @param {Task[][]} _lists of each thread, in the order in which it does them; they
 *   are changed, and each keeps its order
 */
export function share(_lists) {}

/**
 * Plays a pool through: the clock goes from the end of one task to the next.
 *
 * @param {Task[][]} lists of each thread
 * @returns {{ ends: Record<string, number>, threads: Record<string, number>,
 *   moves: number }} when each task was over, and in which thread, by its name;
 *   how often a list was given something
 */
export function simulate(lists) {
  /** @type {Record<string, number>} */
  const ends = {}
  /** @type {Record<string, number>} */
  const threads = {}
  let moves = 0
  /** When the first task of each list is over. */
  const over = lists.map(() => Infinity)
  for (let now = 0; now < Infinity; now = Math.min(...over)) {
    for (const [i, list] of lists.entries()) {
      if (over[i] !== now) continue
      const [{ name }] = list.splice(0, 1)
      ends[name] = now
      threads[name] = i
      over[i] = list.length > 0 ? now + list[0].time : Infinity
    }
    const before = lists.map((list) => list.length)
    share(lists)
    for (const [i, list] of lists.entries()) {
      if (list.length > before[i]) moves++
      if (over[i] === Infinity && list.length > 0) over[i] = now + list[0].time
    }
  }
  return { ends, threads, moves }
}
