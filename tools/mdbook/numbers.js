/**
 * The directives that put a number into a sentence: of a result, or of the
 * chapter's code.
 */
import { constant } from '../book-model/constants.js'
import { root } from '../lib/paths.js'
import { requireDifference, requirePaired } from '../results/paired.js'
import {
  formatMetric,
  formatRatio,
  formatScalar,
  formatShare,
  requireMetric,
  requireScalar,
} from '../results/results.js'
import { requireResult } from './result-parts.js'
import { strings } from './strings.js'

/** @typedef {import('../book-model/markdown.js').Directive} Directive */
/** @typedef {import('./expand.js').PageContext} PageContext */

/**
 * @typedef {object} Asked
 * @property {string} target
 * @property {string[]} given what stands behind the target
 * @property {Record<string, string>} attributes
 * @property {PageContext} context
 */

/**
 * @param {string | undefined} as how a ratio is said: `percent`, or how many
 *   times as much
 */
function formatAs(as) {
  if (as === undefined) return formatRatio
  if (as === 'percent') return formatShare
  throw new Error(`got as=${as}, expected as=percent or nothing`)
}

/** Either side may name its own result. @param {Asked} asked */
function ratio({ target, given, attributes, context }) {
  const [a, b] = given.map((name) => {
    const [id, inner] = name.includes(':') ? name.split(':') : [target, name]
    return requireMetric(requireResult(id), inner).median
  })
  return formatAs(attributes.as)(a, b, context.language)
}

/**
 * How many times as much, the median of what each round says. With `certain`,
 * the page says who is ahead, and cannot be built when the rounds do not agree
 * on that.
 *
 * @param {Asked} asked
 */
function paired({ target, given: [a, b, certain], attributes, context }) {
  const { median, min, max, isCertain, rounds } = requirePaired(
    requireResult(target),
    a,
    b,
  )
  if (certain && !isCertain) {
    throw new Error(
      `the ${rounds} rounds do not settle which is more: from ${formatRatio(min, 1, 'en')} to ${formatRatio(max, 1, 'en')}. Say that they cannot be told apart`,
    )
  }
  return formatAs(attributes.as)(median, 1, context.language)
}

/** The median of what each round says. @param {Asked} asked */
function difference({ target, given: [a, b], context }) {
  const { median, metric } = requireDifference(requireResult(target), a, b)
  return formatMetric(median, metric, context.language)
}

/** @param {Asked} asked */
function number({ target, given: [name], attributes, context }) {
  const found = requireMetric(requireResult(target), name)
  const of = /** @type {'median'} */ (attributes.of ?? 'median')
  if (typeof found[of] !== 'number') {
    throw new Error(`got of=${of}, expected median, min or max`)
  }
  return formatMetric(found[of], found.metric, context.language)
}

/** @param {Asked} asked */
const meta = ({ target, given: [name], context }) =>
  formatScalar(requireScalar(requireResult(target), name), context.language)

/** How many of what a program counts in, ms or bytes, make one of each unit. */
const sizes = {
  µs: 1e-3,
  ms: 1,
  s: 1000,
  min: 60_000,
  B: 1,
  kB: 1000,
  KiB: 1024,
  MB: 1e6,
  MiB: 1024 ** 2,
}

/** Units that are written out, with what Intl calls them. */
const words = {
  milliseconds: { unit: 'millisecond', size: sizes.ms },
  seconds: { unit: 'second', size: sizes.s },
  minutes: { unit: 'minute', size: sizes.min },
  bytes: { unit: 'byte', size: sizes.B },
}

/**
 * @param {number} value
 * @param {string} as `seconds`
 * @param {string} language
 * @returns {string} such as `two seconds`, and `20 seconds`
 */
function writtenOut(value, as, language) {
  const { unit, size } = words[/** @type {keyof typeof words} */ (as)]
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  const count = value / size
  const name = strings(language).numbers[count]
  const text = format.format(count)
  return name === undefined ? text : text.replace(String(count), name)
}

/**
 * `as=s`, `as=KiB` and so on give a time in ms or a size in bytes its unit;
 * `as=seconds` writes it out with its unit, and `as=words` alone.
 *
 * @param {Asked} asked
 */
function constantText({ target, attributes: { as }, context }) {
  const { chapter, language } = context
  const { value } = constant(target, chapter?.codeDir ?? root)
  if (as === undefined) return value.toLocaleString(language)
  if (as === 'words') return strings(language).numbers[value] ?? String(value)
  if (as in words) return writtenOut(value, as, language)
  const size = sizes[/** @type {keyof typeof sizes} */ (as)]
  if (size !== undefined) {
    return `${(value / size).toLocaleString(language)}\u00a0${as}`
  }
  const known = [...Object.keys(sizes), ...Object.keys(words), 'words']
  throw new Error(
    `got as=${as}, expected one of ${known.join(', ')}, or nothing`,
  )
}

/** @type {[name: string, usage: string, pattern: RegExp, (asked: Asked) => string][]} */
const kinds = [
  ['number', 'RESULT contender.metric', /^(\S+)$/, number],
  ['ratio', 'RESULT a.metric / b.metric', /^(\S+) \/ (\S+)$/, ratio],
  [
    'paired',
    'RESULT a.metric / b.metric [certain]',
    /^(\S+) \/ (\S+)( certain)?$/,
    paired,
  ],
  ['difference', 'RESULT a.metric - b.metric', /^(\S+) - (\S+)$/, difference],
  ['meta', 'RESULT ENTRY', /^(\S+)$/, meta],
  ['const', 'FILE#NAME [as=UNIT]', /^$/, constantText],
]

export const inlineNumbers = Object.fromEntries(
  kinds.map(([name, usage, pattern, text]) => {
    /** @param {Directive} directive @param {PageContext} context */
    const expand = ({ target, rest, attributes }, context) => {
      const given = pattern.exec(rest.join(' '))?.slice(1)
      if (!given) throw new Error(`expected {{#${name} ${usage}}}`)
      return text({ target, given, attributes, context })
    }
    return [name, { inline: true, expand }]
  }),
)
