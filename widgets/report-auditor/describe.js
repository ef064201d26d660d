/** @import { Finding, Report } from '../../code/ch00/bench/report.js' */
/** @import { Translate } from '../../site/strings.js' */

/**
 * @typedef {object} Formats
 * @property {(value: number, digits?: number) => string} number
 * @property {(value: number) => string} percent of a share
 * @property {(microseconds: number | null) => string} time
 */

/**
 * @param {string} language
 * @returns {Formats}
 */
export function formats(language) {
  /** @param {number} value */
  const number = (value, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(
      value,
    )
  return {
    number,
    percent: (value) =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        maximumFractionDigits: value > 0 && value < 0.1 ? 1 : 0,
      }).format(value),
    time: (microseconds) => {
      if (microseconds === null) return '–'
      if (microseconds < 1e3) return `${number(microseconds)} µs`
      if (microseconds < 1e6) return `${number(microseconds / 1e3, 2)} ms`
      return `${number(microseconds / 1e6, 2)} s`
    },
  }
}

/** How a value of a finding is written, by its name. */
const UNITS = {
  time: new Set(['max', 'p50', 'p99', 'mean', 'stdev']),
  percent: new Set(['share', 'within']),
  decimal: new Set(['ratio', 'duration']),
}

/**
 * Little's law as it should be is the one finding that is good news.
 *
 * @param {Finding} finding
 * @returns {Finding['severity'] | 'ok'}
 */
export function levelOf({ id, severity }) {
  return id === 'littles-law' ? 'ok' : severity
}

/**
 * @param {Finding[]} findings
 * @returns {{ errors: number, warnings: number, notes: number, good: number }}
 */
export function countFindings(findings) {
  /** @param {ReturnType<typeof levelOf>} level */
  const count = (level) =>
    findings.filter((finding) => levelOf(finding) === level).length
  return {
    errors: count('error'),
    warnings: count('warning'),
    notes: count('info'),
    good: count('ok'),
  }
}

/**
 * @param {string} text
 * @returns {string} as a sentence begins
 */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * @param {Finding} finding
 * @param {Translate} t
 * @param {Formats} format
 * @returns {string} what was found and what it means, in the page's language
 */
export function describeFinding({ id, values }, t, format) {
  const written = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (id === 'unsteady-throughput' && UNITS.time.has(name)) {
        return [name, format.number(value)]
      }
      if (UNITS.time.has(name)) return [name, format.time(value)]
      if (UNITS.percent.has(name)) return [name, format.percent(value)]
      return [name, format.number(value, UNITS.decimal.has(name) ? 1 : 0)]
    }),
  )
  return t(`finding.${id}`, written)
}

/**
 * @param {Report} report
 * @param {Translate} t
 * @param {Formats} format
 * @returns {[name: string, value: string][]}
 */
export function keyFigures(report, t, format) {
  const { latency, errors } = report
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0)
  return [
    [t('rps'), format.number(report.rps)],
    [t('mean'), format.time(latency.mean)],
    [t('p50'), format.time(latency.p50)],
    [t('p99'), format.time(latency.p99)],
    [t('max'), format.time(latency.max)],
    [t('connections'), format.number(report.connections)],
    [t('duration'), `${format.number(report.duration, 1)} s`],
    [t('errors'), format.number(failed)],
  ]
}
