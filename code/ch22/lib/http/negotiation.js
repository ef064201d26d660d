import { VelocyError } from '../common/errors.js'
import { parseParameters, split } from './fields.js'
import { parseMediaType } from './media-types.js'

/** RFC 9110 §12.4.2, and `.2`, which older Java clients send. */
const QUALITY = /^(?:0?\.\d{1,3}|0\.?|1(?:\.0{0,3})?)$/

/**
 * @typedef {object} Preference an element of an Accept field
 * @property {string} range in lower case, such as `text/*` or `pt`
 * @property {Map<string, string>} parameters without `q`
 * @property {number} quality 0 (not acceptable) to 1
 */

/**
 * @param {string} field
 * @returns {Preference[]} without malformed elements
 */
function parsePreferences(field) {
  const preferences = []
  for (const element of split(field, ',')) {
    const parsed = parseParameters(element)
    if (!parsed || parsed.value === '') continue
    const { value, parameters } = parsed
    const weight = parameters.get('q') ?? '1'
    if (!QUALITY.test(weight)) continue
    parameters.delete('q')
    const quality = Number(weight)
    preferences.push({ range: value.toLowerCase(), parameters, quality })
  }
  return preferences
}

/**
 * Finds the offer with the highest quality, the first of equals.
 *
 * @template Offer
 * @param {Preference[]} preferences
 * @param {readonly Offer[]} offers what the server has, the best one first
 * @param {(preference: Preference, offer: Offer) => number} specificityOf how
 *   closely the two match; 0 if they don't. The closest match sets the quality
 * @returns {number} its index; -1 when none is acceptable
 */
function best(preferences, offers, specificityOf) {
  let chosen = -1
  let highest = 0
  for (const [index, offer] of offers.entries()) {
    let quality = 0
    let closest = 0
    for (const preference of preferences) {
      const specificity = specificityOf(preference, offer)
      if (specificity === 0 || specificity < closest) continue
      const isCloser = specificity > closest
      quality = isCloser
        ? preference.quality
        : Math.max(quality, preference.quality)
      closest = specificity
    }
    if (quality > highest) {
      highest = quality
      chosen = index
    }
  }
  return chosen
}

/**
 * Chooses by Accept (RFC 9110 §12.5.1).
 *
 * @param {string | undefined} field if it is missing, or has no readable
 *   range, any offer is acceptable
 * @param {readonly string[]} offers media types, the server's favorite first
 * @returns {string | null} one of the offers, as it is written there; null
 *   when none is acceptable
 * @throws {VelocyError} ERR_VELOCY_BAD_MEDIA_TYPE when an offer is not a
 *   media type
 */
export function preferredType(field, offers) {
  // First, so that a bad offer fails on any request.
  const parsed = offers.map(parseOffer)
  const ranges = parsePreferences(field ?? '').filter(({ range }) =>
    MEDIA_RANGE.test(range),
  )
  if (ranges.length === 0) return offers[0] ?? null
  return offers[best(ranges, parsed, typeSpecificity)] ?? null
}

/** Also a bare `*`, which older Java clients send. */
const MEDIA_RANGE = /^(?:\*(?:\/\*)?|[^/*]+\/(?:\*|[^/*]+))$/

/**
 * @typedef {object} OfferedType
 * @property {string} name such as `text/html`
 * @property {string} group such as `text/*`
 * @property {Map<string, string>} parameters
 */

/**
 * @param {string} offer
 * @returns {OfferedType}
 */
function parseOffer(offer) {
  const mediaType = typeof offer === 'string' && parseMediaType(offer)
  if (!mediaType) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_MEDIA_TYPE',
      `got ${JSON.stringify(offer)}, expected a media type such as text/html`,
    )
  }
  const { type, subtype, parameters } = mediaType
  return { name: `${type}/${subtype}`, group: `${type}/*`, parameters }
}

/**
 * @param {Preference} preference
 * @param {OfferedType} offer
 * @returns {number}
 */
function typeSpecificity({ range, parameters }, offer) {
  if (range === '*/*' || range === '*') return 1
  if (range === offer.group) return 2
  if (range !== offer.name) return 0
  for (const [name, value] of parameters) {
    const own = offer.parameters.get(name)
    if (own?.toLowerCase() !== value.toLowerCase()) return 0
  }
  return 3 + parameters.size
}

/**
 * Chooses by Accept-Language (RFC 9110 §12.5.4). A range matches the tags that
 * begin with it: `pt` matches `pt-BR` (RFC 4647 §3.3.1, basic filtering). It
 * also matches, more weakly, the tags that it begins with: a reader of `en-GB`
 * can read `en` (§3.4, lookup).
 *
 * @param {string | undefined} field
 * @param {readonly string[]} offers language tags, the server's favorite first
 * @returns {string | null} null when none is acceptable, which is no reason for
 *   a 406: most readers prefer any language to an error
 */
export function preferredLanguage(field, offers) {
  const preferences = parsePreferences(field ?? '')
  if (preferences.length === 0) return offers[0] ?? null
  return offers[best(preferences, offers, languageSpecificity)] ?? null
}

/**
 * @param {Preference} preference
 * @param {string} offer
 * @returns {number}
 */
function languageSpecificity({ range, quality }, offer) {
  if (range === '*') return 1
  const tag = offer.toLowerCase()
  if (range === tag || tag.startsWith(`${range}-`)) return 3 + range.length
  // Refusing en-GB isn't refusing en.
  return range.startsWith(`${tag}-`) && quality > 0 ? 2 : 0
}

/**
 * Chooses by Accept-Encoding (RFC 9110 §12.5.3).
 *
 * @param {string | undefined} field
 * @param {readonly string[]} offers content codings, the server's favorite
 *   first
 * @returns {string[]} those that the client accepts and does not like less than
 *   no coding at all, the best one first; none when the field is missing
 */
export function acceptedCodings(field, offers) {
  const preferences = parsePreferences(field ?? '')
  const qualityOf = (/** @type {string} */ coding, other = 0) =>
    preferences.find(({ range }) => range === coding)?.quality ?? other
  const any = qualityOf('*')
  const least = qualityOf('identity') || Number.MIN_VALUE
  return offers
    .filter((coding) => qualityOf(coding, any) >= least)
    .sort((a, b) => qualityOf(b, any) - qualityOf(a, any))
}
