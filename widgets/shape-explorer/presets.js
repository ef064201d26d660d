/** @import { Way } from './model.js' */

/**
 * Objects to begin with: their keys, and how they are made.
 *
 * @type {Record<string, [string, Way][]>}
 */
export const presets = {
  order: [
    ['id, name', 'added'],
    ['id, name', 'added'],
    ['name, id', 'added'],
  ],
  five: [
    ['id', 'added'],
    ['id, name', 'added'],
    ['name, id', 'added'],
    ['mail, id', 'added'],
    ['age, id', 'added'],
  ],
  literals: [
    ['id, name', 'literal'],
    ['id, name', 'added'],
    ['id, name, mail, age', 'literal'],
    ['id, name, mail, age', 'added'],
  ],
  dictionaries: [
    ['id, name', 'added'],
    ['name, id', 'deleted'],
    ['id, name', 'bare'],
  ],
}
