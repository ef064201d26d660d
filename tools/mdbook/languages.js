/** The same page in another language. */
import { sourceLanguage } from '../book-model/languages.js'

/**
 * The address of the same page in another language, from this page.
 *
 * @param {string} page e.g. `ch01-web-server/bytes.html`
 * @param {string} from the language of this page
 * @param {string} to
 */
export function alternate(page, from, to) {
  const prefix = from === sourceLanguage.code ? '' : '../'
  const up = '../'.repeat(page.split('/').length - 1)
  const folder = to === sourceLanguage.code ? '' : `${to}/`
  return `${up}${prefix}${folder}${page}`
}
