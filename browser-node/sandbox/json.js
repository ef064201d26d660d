/** JSON.parse in browsers without V8. */
import { apply } from './primordials.js'

/** What Firefox and Safari say of a text that ends too early. */
const atEnd = /end of data|unterminated|EOF/i

/**
 * Velocy finds where a text stops being JSON by V8's message for one that ends
 * too early, so other engines say that as V8 does.
 *
 * @param {typeof JSON.parse} parse an engine's
 * @returns {typeof JSON.parse}
 */
export const wordedAsV8 = (parse) =>
  ({
    /** @param {...any} args */
    parse(...args) {
      try {
        return apply(parse, JSON, args)
      } catch (error) {
        const isEnd = error instanceof SyntaxError && atEnd.test(error.message)
        throw isEnd ? new SyntaxError('Unexpected end of JSON input') : error
      }
    },
  }).parse
