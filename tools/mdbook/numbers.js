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
 * @param {string | undefined} as how a ratio is said: `percent`, or how many
 *   times as much
 */
function formatAs(as) {
  if (as === undefined) return formatRatio
  if (as === 'percent') return formatShare
  throw new Error(`got as=${as}, expected as=percent or nothing`)
}

/**
 * `{{#ratio ch00-single axum.rps / express.rps}}`; either side may name its
 * own result: `ref-a-single:axum.rps`.
 *
 * @param {Directive} directive
 * @param {PageContext} context
 */
function ratio({ target, rest, attributes }, context) {
  if (rest.length !== 3 || rest[1] !== '/') {
    throw new Error('expected {{#ratio RESULT a.metric / b.metric}}')
  }
  const [a, b] = [rest[0], rest[2]].map((name) => {
    const [id, inner] = name.includes(':') ? name.split(':') : [target, name]
    return requireMetric(requireResult(id), inner).median
  })
  return formatAs(attributes.as)(a, b, context.language)
}

/**
 * `{{#paired ch00-single axum.rps / express.rps}}`: how many times as much, the
 * median of what each round says. With `certain` behind it, the page says who
 * is ahead, and cannot be built when the rounds do not agree on that.
 *
 * @param {Directive} directive
 * @param {PageContext} context
 */
function paired({ target, rest, attributes, source }, context) {
  const [a, divided, b, word] = rest
  const isKnown = word === undefined || word === 'certain'
  if (divided !== '/' || !b || !isKnown || rest.length > 4) {
    throw new Error('expected {{#paired RESULT a.metric / b.metric [certain]}}')
  }
  const { median, min, max, isCertain, rounds } = requirePaired(
    requireResult(target),
    a,
    b,
  )
  if (word === 'certain' && !isCertain) {
    throw new Error(
      `${source}: the ${rounds} rounds do not settle which is more: from ${formatRatio(min, 1, 'en')} to ${formatRatio(max, 1, 'en')}. Say that they cannot be told apart`,
    )
  }
  return formatAs(attributes.as)(median, 1, context.language)
}

/**
 * `{{#difference ch18-guards a.cpuPerRequest - b.cpuPerRequest}}`: how much more
 * it is, the median of what each round says.
 *
 * @param {Directive} directive
 * @param {PageContext} context
 */
function difference({ target, rest }, context) {
  const [a, minus, b] = rest
  if (minus !== '-' || !b || rest.length > 3) {
    throw new Error('expected {{#difference RESULT a.metric - b.metric}}')
  }
  const { median, metric } = requireDifference(requireResult(target), a, b)
  return formatMetric(median, metric, context.language)
}

/** @param {Directive} directive @param {PageContext} context */
function number({ target, rest, attributes }, context) {
  if (rest.length !== 1) {
    throw new Error('expected {{#number RESULT contender.metric}}')
  }
  const found = requireMetric(requireResult(target), rest[0])
  const of = /** @type {'median'} */ (attributes.of ?? 'median')
  if (typeof found[of] !== 'number') {
    throw new Error(`got of=${of}, expected median, min or max`)
  }
  return formatMetric(found[of], found.metric, context.language)
}

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
 * `{{#const lib/http/query.js#MOST_PAIRS}}`: a number that the chapter's code
 * has a name for. `as=s`, `as=KiB` and so on give a time in ms or a size in
 * bytes its unit; `as=seconds` writes it out with its unit, and `as=words` alone.
 *
 * @param {Directive} directive
 * @param {PageContext} context
 */
function constantText({ target, rest, attributes }, { chapter, language }) {
  if (rest.length > 0) throw new Error('expected {{#const FILE#NAME as=UNIT}}')
  const { value } = constant(target, chapter?.codeDir ?? root)
  const { as } = attributes
  if (as === undefined) return value.toLocaleString(language)
  if (as === 'words') return strings(language).numbers[value] ?? String(value)
  if (as in words) return writtenOut(value, as, language)
  const size = sizes[/** @type {keyof typeof sizes} */ (as)]
  if (size !== undefined) {
    return `${(value / size).toLocaleString(language)}\u00a0${as}`
  }
  const known = [...Object.keys(sizes), ...Object.keys(words), 'words'].join(
    ', ',
  )
  throw new Error(`got as=${as}, expected one of ${known}, or nothing`)
}

/**
 * @type {Record<string, { inline: true,
 *   expand: (directive: Directive, context: PageContext) => string }>}
 */
export const inlineNumbers = {
  number: { inline: true, expand: number },
  ratio: { inline: true, expand: ratio },
  paired: { inline: true, expand: paired },
  difference: { inline: true, expand: difference },
  const: { inline: true, expand: constantText },
  meta: {
    inline: true,
    expand: ({ target, rest }, { language }) =>
      formatScalar(
        requireScalar(requireResult(target), rest[0] ?? ''),
        language,
      ),
  },
}
