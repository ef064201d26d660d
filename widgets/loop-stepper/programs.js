/**
 * The programs of code/ch02/steps/loop as the loop sees them: what each line logs or
 * leaves for later. In which order that happens is for the loop to say.
 *
 * @typedef {{ do: 'log', line: number, text: string }} Log
 * @typedef {{ do: 'busy', line: number }} Busy
 * @typedef {object} Later
 * @property {Queue} do where it waits
 * @property {number} line that asks for it
 * @property {string} name of what waits
 * @property {Action[]} then
 * @typedef {'tick' | 'microtask' | 'file' | 'immediate' | 'timer'} Queue
 * @typedef {Log | Busy | Later} Action
 */

/** @param {number} line @param {string} text @returns {Log} */
const log = (line, text) => ({ do: 'log', line, text })
/**
 * @param {Queue} queue
 * @param {number} line
 * @param {string} name
 * @param {...Action} then
 * @returns {Later}
 */
const later = (queue, line, name, ...then) => ({ do: queue, line, name, then })

/** @type {Record<string, Action[]>} by the name of the file */
export const programs = {
  '1-main.js': [
    later('timer', 1, "log('timer')", log(1, 'timer')),
    later('tick', 2, "log('nextTick')", log(2, 'nextTick')),
    later('microtask', 3, "log('microtask')", log(3, 'microtask')),
    log(4, 'main'),
  ],
  '2-file.js': [
    later(
      'file',
      3,
      'readFile callback',
      log(4, 'file'),
      later('timer', 5, "log('timer')", log(5, 'timer')),
      later('immediate', 6, "log('immediate')", log(6, 'immediate')),
      later('tick', 7, "log('nextTick')", log(7, 'nextTick')),
      later('microtask', 8, "log('microtask')", log(8, 'microtask')),
    ),
  ],
  '3-between.js': [
    later(
      'immediate',
      1,
      'immediate 1',
      log(2, 'immediate 1'),
      later('tick', 3, 'nextTick 1', log(3, '  nextTick 1')),
      later('microtask', 4, 'microtask 1', log(4, '  microtask 1')),
    ),
    later(
      'immediate',
      6,
      'immediate 2',
      log(7, 'immediate 2'),
      later('microtask', 8, 'microtask 2', log(8, '  microtask 2')),
    ),
  ],
  '4-await.js': [
    log(2, 'a'),
    later(
      'microtask',
      3,
      'work, after await',
      log(4, 'b'),
      later('tick', 5, "log('c')", log(5, 'c')),
      later(
        'microtask',
        6,
        'work, after await',
        log(7, 'd'),
        later('microtask', 9, "then log('e')", log(9, 'e')),
      ),
    ),
    log(10, 'f'),
  ],
  '5-starve.js': [
    later('immediate', 2, "log('immediate')", log(2, 'immediate')),
    later(
      'tick',
      8,
      'again',
      later(
        'tick',
        5,
        'again',
        later('tick', 5, 'again', log(6, 'tick 3')),
        log(6, 'tick 2'),
      ),
      log(6, 'tick 1'),
    ),
  ],
  '6-late.js': [
    later(
      'file',
      3,
      'readFile callback',
      later('timer', 4, "log('timer 1')", log(4, 'timer 1')),
      later('timer', 5, "log('timer 2')", log(5, 'timer 2')),
      { do: 'busy', line: 7 },
      later('immediate', 8, "log('immediate')", log(8, 'immediate')),
    ),
  ],
}
