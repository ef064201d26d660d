/** The words that each server answers, at `/hey`, `/hell` and so on. */
export const words = ['hey', 'hell', 'hello', 'about']

/** What any other path gets, with 404. */
export const missing = 'Not Found'

/** The type of both. */
export const type = 'text/plain; charset=utf-8'

/**
 * The word that a path asks for, for servers without a router.
 *
 * @type {Map<string, string>}
 */
export const wordAt = new Map(words.map((word) => [`/${word}`, word]))
