import { fieldOf, formatHttpDate, preferredLanguage } from '../lib/index.js'

/** @import { Request, Response } from '../lib/index.js' */

/** By language, the default first. */
const GREETINGS = new Map([
  ['en', 'Hello'],
  ['pt-BR', 'Olá'],
])

/** By media type, our favorite first. */
const FORMATS = new Map([
  [
    'text/plain; charset=utf-8',
    /** @param {string} greeting */
    (greeting) => `${greeting}\n`,
  ],
  [
    'text/html; charset=utf-8',
    /** @param {string} greeting @param {string} language */
    (greeting, language) =>
      `<!doctype html>\n<html lang="${language}">\n` +
      `<title>${greeting}</title>\n<p>${greeting}</p>\n</html>\n`,
  ],
  [
    'application/json',
    /** @param {string} greeting @param {string} language */
    (greeting, language) => `${JSON.stringify({ language, greeting })}\n`,
  ],
])

const LANGUAGES = [...GREETINGS.keys()]
const TYPES = [...FORMATS.keys()]
const LAST_MODIFIED = formatHttpDate(Date.UTC(2026, 0, 15, 12))

/**
 * One resource with six representations.
 *
 * @param {Request} req
 * @param {Response} res
 */
export function greet(req, res) {
  res.setHeader('vary', 'Accept, Accept-Language')
  const type = res.choose(...TYPES)
  if (type === null) {
    return res.text(`Not Acceptable. There is:\n${TYPES.join('\n')}\n`, 406)
  }
  // Some language is better than a 406.
  const language =
    preferredLanguage(fieldOf(req.headers, 'accept-language'), LANGUAGES) ??
    LANGUAGES[0]
  const body = FORMATS.get(type)?.(GREETINGS.get(language) ?? '', language)
  return res.text(body ?? '', {
    etag: true,
    headers: {
      'content-type': type,
      'content-language': language,
      'last-modified': LAST_MODIFIED,
    },
  })
}
