// What a scan expects next. It can stop between any two bytes, and goes on from
// its phase when more have come.

export const BEGIN = 0
export const EMPTY_LINE = 1
export const METHOD = 2
export const TARGET = 3
export const VERSION = 4
export const LINE_END = 5

export const NAME = 6
export const VALUE = 7
export const VALUE_END = 8
export const END = 9

/** From here on, nothing more is taken. */
export const DONE = 10
export const REFUSED = 11

/**
 * @typedef {(bytes: Buffer, at: number, end: number) => number} Step takes
 *   bytes from `at` on; returns where it stopped, or INVALID
 */
