/**
 * Benchmark results: where they are, how a value in one is named, and how a
 * value is printed in the languages of the book. The shape of a result file is
 * described in docs/benchmarks.md.
 */
import path from 'node:path'
import { readJson } from '../lib/files.js'
import { resultsDir } from '../lib/paths.js'

/** @typedef {{ median: number, min: number, max: number }} Summary */
/** @typedef {'ok' | 'skipped' | 'invalid'} Status */
/**
 * @typedef {object} ContenderResult
 * @property {string} id
 * @property {string} name
 * @property {string} [version]
 * @property {string} [runtime]
 * @property {Status} status
 * @property {string} [reason] why it was skipped or is invalid
 * @property {Record<string, any>[]} [rounds]
 * @property {Record<string, any>} [summary]
 * @property {string} [workers] how it used several cores, when it had them
 * @property {import('./doubts.js').Doubt[]} [doubts]
 */
/**
 * @typedef {{ schema: 1, id: string, title: string, chapter?: string,
 *   date?: string, command?: string, client?: string,
 *   machine?: Record<string, any>, versions?: Record<string, string>,
 *   settings?: Record<string, any>, source?: Record<string, any>,
 *   contenders: ContenderResult[],
 *   values?: Record<string, { value: number, unit: string }> }} Result
 *   source: of figures that others have published
 */

/**
 * @typedef {object} Block the figures of one publication, and what answers them
 * @property {string} published a result in results/reference/
 * @property {string} own a result of ours
 * @property {string} base the contender whose figure is 1.0, theirs and ours
 * @property {string[]} metrics each is a figure; what a `+` joins is one
 * @property {boolean} [repeats] whether it is left out where it stands before
 * @property {Record<string, string>} [as] our contender, by theirs, where it has
 *   another id
 * @property {Record<string, string>} [reasons] why there is none of ours, by
 *   theirs; a key of `answerReasons` in the strings
 */

/** @type {Record<string, Block[]>} by workload, as tools/mdbook/answers.js draws */
export const answers = readJson(path.join(import.meta.dirname, 'answers.json'))

/** @typedef {{ unit: string, better: 'more' | 'less' | 'neither' }} Metric */

/** @param {string} unit @param {Metric['better']} better @param {string[]} names */
const each = (unit, better, names) =>
  Object.fromEntries(names.map((name) => [name, { unit, better }]))

/** Points of a distribution of times. */
const points = ['mean', 'stdev', 'p50', 'p75', 'p90', 'p99', 'p999', 'max']

/**
 * What each metric is measured in, and which direction is better. The stored
 * value is always in this unit; printing chooses a readable one. `latency` is
 * counted from when a request was due or sent, `service` from when it was sent,
 * and `lag` is the client's own.
 *
 * @type {Record<string, Metric>}
 */
const metrics = {
  ...each('req/s', 'more', ['rps']),
  ...each('', 'more', ['requests']),
  ...each('µs', 'less', [
    'cpuPerRequest',
    ...['latency', 'service', 'lag'].flatMap((name) =>
      points.map((point) => `${name}.${point}`),
    ),
  ]),
  ...each('bytes', 'less', [
    'memoryIdle',
    'memoryLoaded',
    'memoryPerConnection',
  ]),
  ...each('%', 'neither', ['serverCpu', 'clientCpu', 'storeCpu']),
  ...each('', 'neither', ['inFlight']),
  ...each(
    '',
    'less',
    ['connect', 'read', 'write', 'timeout', 'status', 'total'].map(
      (name) => `errors.${name}`,
    ),
  ),
}

/**
 * What programs measure, by the first word of the metric's name: `ns.hit`,
 * `rate.lines`. The rest of the name is the benchmark's own.
 *
 * @type {Record<string, Metric>}
 */
const families = {
  ns: { unit: 'ns', better: 'less' },
  alloc: { unit: 'bytes', better: 'less' },
  memory: { unit: 'bytes', better: 'less' },
  time: { unit: 'ms', better: 'less' },
  rate: { unit: '/s', better: 'more' },
  count: { unit: '', better: 'neither' },
}

/**
 * @param {string} name such as `rps`, `latency.p99`, `ns.hit`
 * @returns {Metric}
 * @throws {Error} that says which metrics there are
 */
export function requireKnownMetric(name) {
  const [family, ...rest] = name.split('.')
  const known =
    metrics[name] ?? (rest.length > 0 ? families[family] : undefined)
  if (known) return known
  throw new Error(
    `no metric "${name}"; expected one of ${Object.keys(metrics).join(', ')}, or a name that begins with ${Object.keys(families).join('., ')}.`,
  )
}

/**
 * @param {string} file
 * @returns {Result | null} the same for as long as the file is
 */
function read(file) {
  const result = readJson(file)
  if (result && result.schema !== 1) {
    throw new Error(
      `${file}: got schema ${result.schema}, expected 1. Run the benchmark again: npm run bench -- ${result.id ?? ''}`,
    )
  }
  return result
}

/**
 * A committed result: one of our own, or figures published by others.
 *
 * @param {string} id such as `ch00-single` or `ref-a-single`
 * @param {string} [folder]
 */
export const loadResult = (id, folder = resultsDir) =>
  read(path.join(folder, `${id}.json`)) ??
  read(path.join(folder, 'reference', `${id}.json`))

/**
 * The reader's own run, made by `npm run bench -- <id>` on their machine.
 *
 * @param {string} id
 * @param {string} [folder]
 */
export const loadLocal = (id, folder = resultsDir) =>
  read(path.join(folder, 'local', `${id}.json`))

/**
 * The results that a directive takes its figures from. A heat map has one for
 * each column, and below it what was published, where that is there; a table of
 * answers has two for each of its sections.
 *
 * @param {{ name: string, target: string,
 *   attributes: Record<string, string> }} directive
 * @returns {string[]} ids
 */
export function resultsOf({ name, target, attributes }) {
  const { own = '', with: others } = attributes
  if (name === 'answers') {
    const ids = (answers[target] ?? []).flatMap((one) => [
      one.own,
      one.published,
    ])
    return [...new Set(ids)]
  }
  if (name !== 'heat') return [target, ...(others?.split(',') ?? [])]
  return target.split(',').flatMap((key) => {
    const published = `${others}${key}`
    return [`${own}${key}`, ...(loadResult(published) ? [published] : [])]
  })
}

/** @param {Result} result @param {string} contenderId */
export function contender(result, contenderId) {
  return result.contenders.find(({ id }) => id === contenderId) ?? null
}

/**
 * One metric of one contender, or null when the contender is not there, was
 * skipped, is invalid, or does not have the metric.
 *
 * @param {Result} result
 * @param {string} contenderId
 * @param {string} metricName such as `rps`, `latency.p99`, `errors.read`
 * @returns {Summary | null}
 */
export function metric(result, contenderId, metricName) {
  const found = contender(result, contenderId)
  if (found?.status !== 'ok') return null
  const summary = found.summary ?? {}
  if (metricName.startsWith('errors.')) {
    const count = summary.errors?.[metricName.slice('errors.'.length)]
    return typeof count === 'number'
      ? { median: count, min: count, max: count }
      : null
  }
  const value = summary[metricName]
  return typeof value?.median === 'number' ? value : null
}

/**
 * Like {@link metric}, for a page that cannot be built without the number.
 *
 * @param {Result} result
 * @param {string} name `contender.metric`, such as `axum.latency.p99`
 * @returns {Summary & { metric: string }}
 * @throws {Error} that says which names there are
 */
export function requireMetric(result, name) {
  const dot = name.indexOf('.')
  const contenderId = dot < 0 ? name : name.slice(0, dot)
  const metricName = dot < 0 ? '' : name.slice(dot + 1)
  const found = contender(result, contenderId)
  if (!found) {
    throw new Error(
      `Result ${result.id} has no contender "${contenderId}" (in "${name}"). It has: ${result.contenders.map(({ id }) => id).join(', ')}`,
    )
  }
  if (found.status !== 'ok') {
    throw new Error(
      `Result ${result.id}: ${contenderId} is ${found.status} (${found.reason}), so it has no ${metricName || 'metrics'}. Run it: npm run bench -- ${result.id}`,
    )
  }
  const value = metric(result, contenderId, metricName)
  if (!value) {
    throw new Error(
      `Result ${result.id}: ${contenderId} has no metric "${metricName}". It has: ${Object.keys(found.summary ?? {}).join(', ')}`,
    )
  }
  return { ...value, metric: metricName }
}

/**
 * A scalar anywhere in the file, such as `machine.cpu` or `settings.rounds`.
 *
 * @param {Result} result
 * @param {string} name path of keys joined by dots
 * @returns {string | number | boolean}
 */
export function requireScalar(result, name) {
  /** @type {any} */
  let value = result
  for (const key of name.split('.')) value = value?.[key]
  if (Array.isArray(value)) return value.join(', ')
  if (['string', 'number', 'boolean'].includes(typeof value)) return value
  throw new Error(
    `Result ${result.id}: "${name}" is ${value === undefined ? 'not there' : 'not a scalar'}; expected the path of a string or a number, such as machine.cpu`,
  )
}

/** Between a number and its unit a line must not break. */
const noBreak = '\u00a0'

/** @type {Map<string, Intl.NumberFormat>} making one takes longer than its use */
const formats = new Map()

/**
 * @param {number} value
 * @param {string} language `en`, `pt-BR`
 * @param {number} [digits] after the decimal separator
 */
export function formatNumber(value, language, digits = 0) {
  const name = `${language} ${digits}`
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  formats.set(name, format)
  return format.format(value)
}

/**
 * Three significant digits, and no more than there is: 1.49, 12.3, 592.
 *
 * @param {number} value
 */
function digitsFor(value) {
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < 1000) return 0
  if (size >= 99.95) return 0
  return size >= 9.995 ? 1 : 2
}

/**
 * @param {number} value
 * @param {string} unit as stored: `ns`, `µs`, `ms`, `bytes`, `req/s`, `%`, `×`, ``
 * @param {string} language
 */
export function formatValue(value, unit, language) {
  /** @param {number} number @param {string} symbol */
  const withUnit = (number, symbol) =>
    `${formatNumber(number, language, digitsFor(number))}${noBreak}${symbol}`
  if (unit === 'ns' && value >= 9999.5) {
    return formatValue(value / 1000, 'µs', language)
  }
  if (unit === 'µs') {
    if (value >= 999_500) return withUnit(value / 1e6, 's')
    return value >= 999.5 ? withUnit(value / 1000, 'ms') : withUnit(value, unit)
  }
  if (unit === 'bytes') {
    if (value >= 999_500_000) return withUnit(value / 1e9, 'GB')
    return value >= 99_950 ? withUnit(value / 1e6, 'MB') : withUnit(value, 'B')
  }
  if (unit === '%') return `${formatNumber(value, language)}%`
  if (unit === '×') return formatRatio(value, 1, language)
  if (unit === 'req/s' || unit === '/s' || unit === '') {
    const digits = value < 10 && !Number.isInteger(value) ? 1 : 0
    return formatNumber(value, language, digits)
  }
  return withUnit(value, unit)
}

/**
 * The value of a metric as a page prints it: requests per second without a
 * unit, times in µs or ms, memory in MB (1 MB = 1,000,000 bytes).
 *
 * @param {number} value
 * @param {string} metricName
 * @param {string} language
 */
export function formatMetric(value, metricName, language) {
  return formatValue(value, requireKnownMetric(metricName).unit, language)
}

/** @param {number} numerator @param {number} denominator */
function ratioOf(numerator, denominator) {
  if (denominator > 0) return numerator / denominator
  throw new Error(`A ratio needs a positive denominator, got ${denominator}`)
}

/**
 * How many times as much: 3.1, or "3,1" in Portuguese. Below 0.995 two digits
 * are kept, because 0.8 and 0.84 are not the same claim.
 *
 * @param {number} numerator
 * @param {number} denominator
 * @param {string} language
 */
export function formatRatio(numerator, denominator, language) {
  const ratio = ratioOf(numerator, denominator)
  return formatNumber(
    ratio,
    language,
    ratio < 0.995 ? 2 : ratio < 99.95 ? 1 : 0,
  )
}

/**
 * How much of the other it is: 93%.
 *
 * @param {number} numerator
 * @param {number} denominator
 * @param {string} language
 */
export const formatShare = (numerator, denominator, language) =>
  ratioOf(numerator, denominator).toLocaleString(language, { style: 'percent' })

/**
 * The date of figures whose publication does not say when they were measured.
 *
 * @type {Record<string, string>}
 */
const undated = { en: 'undated', 'pt-BR': 'sem data' }

/**
 * A scalar of a result file: dates are written out, numbers get separators,
 * and anything else is printed as it is.
 *
 * @param {string | number | boolean} value
 * @param {string} language
 */
export function formatScalar(value, language) {
  if (typeof value === 'number') return value.toLocaleString(language)
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) {
    const style = /** @type {const} */ ({ dateStyle: 'long', timeZone: 'UTC' })
    return new Date(value).toLocaleDateString(language, style)
  }
  if (value === undated.en) return undated[language] ?? value
  return String(value)
}
