/** node:console. */
import { console } from '../sandbox/console.js'

export { console as default }
export const { assert, count, debug, dir, error, group, groupEnd, info, log } =
  console
export const { table, time, timeEnd, timeLog, trace, warn } = console
