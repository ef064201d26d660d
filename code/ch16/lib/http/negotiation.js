import { VelocyError } from '../common/errors.js'
import { parseParameters, split } from './fields.js'
import { parseMediaType } from './media-types.js'

// The grammar has no `.2` (RFC 9110 §12.4.2), but older Java sends it.
const QUALITY = /^(?:0?\.\d{1,3}|0\.?|1(?:\.0{0,3})?)$/

/**
 * @typedef {object} Preference an element of an Accept field
 * @property {string} range what it is about, in lower case
 * @property {Map<string, string>} parameters without `q`
 * @property {number} quality 0 (not acceptable) to 1
 */

/**
 * @param {string} field
 * @returns {Preference[]} without those that are malformed
 */
function parsePreferences(field) {
  const preferences = []
  for (const element of split(field, ',')) {
    // Most have no parameters, and need no Map of their own for them.
    const parsed = element.includes(';')
      ? parseParameters(element)
      : { value: element, parameters: NONE }
    if (!parsed || parsed.value === '' || hasQuotedWeight(element)) continue
    const { value, parameters } = parsed
    const weight = parameters.get('q')
    if (weight !== undefined && !QUALITY.test(weight)) continue
    // It counts wherever it stands (RFC 9110 §12.5.1).
    parameters.delete('q')
    const quality = Number(weight ?? 1)
    preferences.push({ range: value.toLowerCase(), parameters, quality })
  }
  return preferences
}

/**
 * Nobody adds to it: no Preference leaves this file.
 *
 * @type {Map<string, string>}
 */
const NONE = new Map()

/**
 * @param {string} element
 * @returns {boolean} whether its weight is in quotes, which only the value of
 *   a parameter may be (RFC 9110 §12.4.2)
 */
const hasQuotedWeight = (element) =>
  element.includes('"') &&
  split(element, ';').some((part) => /^q="/i.test(part))

/**
 * The offer with the highest quality; of equals, the first.
 *
 * @template Offer
 * @param {Preference[]} preferences
 * @param {readonly Offer[]} offers what the server has, the best one first
 * @param {(preference: Preference, offer: Offer) => number} specificityOf how
 *   closely they match: the closest match decides; 0 when they do not
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
 * @param {string | undefined} field without it, or with nothing in it that can
 *   be read, anything is acceptable
 * @param {readonly string[]} offers media types, the server's favourite first
 * @returns {string | null} one of the offers, as it is written there; null
 *   when none is acceptable
 * @throws {VelocyError} ERR_VELOCY_BAD_MEDIA_TYPE when an offer is none
 */
export function preferredType(field, offers) {
  // First, so that a bad offer does not wait for a client with the field.
  const parsed = parseOffers(offers)
  const ranges = parsePreferences(field ?? '').filter(({ range }) =>
    MEDIA_RANGE.test(range),
  )
  if (ranges.length === 0) return offers[0] ?? null
  return offers[best(ranges, parsed, typeSpecificity)] ?? null
}

// Nor is a bare `*` a media range, and older Java sends that, too.
const MEDIA_RANGE = /^(?:\*(?:\/\*)?|[^/*]+\/(?:\*|[^/*]+))$/

/**
 * @typedef {object} OfferedType
 * @property {string} name such as `text/html`
 * @property {string} group such as `text/*`
 * @property {Map<string, string>} parameters
 */

/** @type {WeakMap<readonly string[], OfferedType[]>} */
const PARSED = new WeakMap()

/**
 * @param {readonly string[]} offers parsed only once if they are frozen: others
 *   may have changed since
 * @returns {OfferedType[]}
 */
function parseOffers(offers) {
  const known = PARSED.get(offers)
  if (known) return known
  const parsed = offers.map((offer) => {
    const mediaType = typeof offer === 'string' && parseMediaType(offer)
    if (!mediaType) {
      throw new VelocyError(
        'ERR_VELOCY_BAD_MEDIA_TYPE',
        `got ${JSON.stringify(offer)}, expected a media type, as text/html is`,
      )
    }
    const { type, subtype, parameters } = mediaType
    return { name: `${type}/${subtype}`, group: `${type}/*`, parameters }
  })
  if (Object.isFrozen(offers)) PARSED.set(offers, parsed)
  return parsed
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

/** What old clients call them (RFC 9110 §8.4.1). */
const OLD_NAMES = new Map([
  ['gzip', 'x-gzip'],
  ['compress', 'x-compress'],
])

/** What applies to `identity` when the field doesn't mention it. */
const IDENTITY = {
  range: 'identity',
  parameters: new Map(),
  quality: Number.MIN_VALUE,
}

/**
 * Chooses by Accept-Encoding (RFC 9110 §12.5.3). `identity`, no coding at all,
 * is always on offer, and acceptable unless it is refused, by name or by
 * `*;q=0`.
 *
 * @param {string | undefined} field without it, nobody has asked for a coding
 * @param {readonly string[]} offers codings in lower case, the server's
 *   favourite first
 * @returns {string | null} a coding; null when not even `identity` will do
 */
export function preferredEncoding(field, offers) {
  const preferences = [...parsePreferences(field ?? ''), IDENTITY]
  const codings = offers.includes('identity') ? offers : [...offers, 'identity']
  return codings[best(preferences, codings, codingSpecificity)] ?? null
}

/**
 * @param {Preference} preference
 * @param {string} offer
 * @returns {number}
 */
function codingSpecificity(preference, offer) {
  if (preference === IDENTITY) return offer === 'identity' ? 1 : 0
  if (preference.range === '*') return 2
  const { range } = preference
  return range === offer || range === OLD_NAMES.get(offer) ? 3 : 0
}

/**
 * Chooses by Accept-Language (RFC 9110 §12.5.4). A range matches the tags that
 * begin with it, `pt` matches `pt-BR` (RFC 4647 §3.3.1, basic filtering); and
 * the tags that it begins with: somebody who asks for `en-GB` can read `en`
 * (§3.4, lookup).
 *
 * @param {string | undefined} field
 * @param {readonly string[]} offers language tags, the server's favourite first
 * @returns {string | null} null when none is acceptable: most will prefer some
 *   language to none, so this is no reason for a 406
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
