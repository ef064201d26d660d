/** What the stages say, in the reader's language. */
import { sayFrom } from '../book-model/languages.js'

const folder = new URL('strings/', import.meta.url)

/** @typedef {import('../book-model/languages.js').Say} Say */

/** @param {string} language @returns {Say} what the stages say in it */
export const stageSay = (language) => sayFrom(folder, language)
