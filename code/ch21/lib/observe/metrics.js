import { isAlone } from '../cluster/channel.js'
import { addSource, readSeries } from '../cluster/metrics.js'
import { checkValue, func, string } from '../common/options.js'
import { SeriesTable } from '../common/series-table.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Rule } from '../common/options.js' */
/** @import { Sums } from '../cluster/metrics.js' */

/** In seconds, as OpenTelemetry has them for requests. */
const SECONDS = [
  ...[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75],
  ...[1, 2.5, 5, 7.5, 10],
]

/** @type {Rule} */
const COUNT = {
  expected: 'a finite number from 0: a counter never goes down',
  allows: (n) => Number.isFinite(n) && n >= 0,
}
/** @type {Rule} */
const NUMBER = { expected: 'a finite number', allows: Number.isFinite }
/** @type {Rule} */
const BOUNDS = {
  expected: 'an array of finite numbers, each larger than the one before',
  allows: (bounds) =>
    Array.isArray(bounds) &&
    bounds.every((b, i) => Number.isFinite(b) && !(b <= bounds[i - 1])),
}

/** @typedef {Record<string, string | number>} Labels few values for each name */
/** @typedef {{ observe: (value: number) => void }} Observer */

/**
 * What a process counts and measures, for a scraper such as Prometheus. In a
 * cluster, `text` has the sums over all workers.
 */
export class Metrics {
  /** @type {Map<string, Metric>} by name */
  #metrics = new Map()
  #table = new SeriesTable()

  constructor() {
    const take = () => ({ added: this.#table.take(), gauges: this.#gauges() })
    if (!isAlone()) addSource(take)
  }

  /**
   * A number that only grows.
   *
   * @param {string} name by custom with its unit and `_total`
   * @param {string} help
   * @returns {{ add: (n?: number, labels?: Labels) => void }} `n` is 1 unless
   *   told
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, and so does `add`
   */
  counter(name, help) {
    const { key } = this.#declare(name, { type: 'counter', help, key: name })
    return {
      add: (n = 1, labels) => {
        checkValue(name, 'n', n, COUNT)
        this.#table.find(key, labelsOf(name, labels), 1)[0] += n
      },
    }
  }

  /**
   * A number that goes up and down, and is read when somebody wants to know.
   *
   * @param {string} name
   * @param {string} help
   * @param {() => number} read
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  gauge(name, help, read) {
    checkValue('gauge', 'read', read, func)
    this.#declare(name, { type: 'gauge', help, key: name, read })
  }

  /**
   * Counts values by their size.
   *
   * @param {string} name by custom with its unit, such as `_seconds`
   * @param {string} help
   * @param {number[]} [bounds] The largest value of each bucket; one for what
   *   is larger comes by itself. Default: 5 ms to 10 s, in seconds.
   * @returns {{ observe: (value: number, labels?: Labels) => void,
   *   of: (labels?: Labels) => Observer }} `of` looks labels up once, for many
   *   values
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, and so do both
   */
  histogram(name, help, bounds = SECONDS) {
    checkValue('histogram', 'bounds', bounds, BOUNDS)
    // After a reload, they may be others.
    const key = `${name} ${bounds}`
    const own = [...bounds]
    this.#declare(name, { type: 'histogram', help, key, bounds: own })
    /** @param {Labels} [labels] */
    const of = (labels) => {
      const text = labelsOf(name, labels)
      // For each bucket, for what is larger, and the sum.
      const numbers = this.#table.find(key, text, own.length + 2)
      /** @param {number} value */
      const observe = (value) => {
        checkValue(name, 'value', value, NUMBER)
        let i = 0
        while (i < own.length && value > own[i]) i++
        numbers[i]++
        numbers[own.length + 1] += value
      }
      return { observe }
    }
    return { of, observe: (value, labels) => of(labels).observe(value) }
  }

  /** @param {string} name @param {Metric} metric */
  #declare(name, metric) {
    checkValue(metric.type, 'name', name, NAME)
    checkValue(metric.type, 'help', metric.help, string)
    const { type, key } = this.#metrics.get(name) ?? metric
    checkValue(metric.type, 'name', name, {
      expected: 'a name that no other metric has',
      allows: () => type === metric.type && key === metric.key,
    })
    this.#metrics.set(name, metric)
    return metric
  }

  #gauges() {
    /** @type {Map<string, number>} */
    const values = new Map()
    for (const [name, { read }] of this.#metrics) {
      if (!read) continue
      let value = Number.NaN
      try {
        value = read()
      } catch {
        // One must not take the others with it, or the heartbeat.
      }
      // A promise would, too.
      values.set(name, typeof value === 'number' ? value : Number.NaN)
    }
    return values
  }

  /**
   * @returns {Promise<string>} in Prometheus's text format, version 0.0.4
   * @throws {VelocyError} ERR_VELOCY_PRIMARY_GONE, status 503
   */
  async text() {
    const own = { counts: this.#table.metrics, gauges: this.#gauges() }
    return textOf(this.#metrics, isAlone() ? own : await readSeries())
  }
}

/**
 * @typedef {object} Metric
 * @property {string} type counter, gauge or histogram
 * @property {string} help
 * @property {string} key where its series are
 * @property {number[]} [bounds] of a histogram
 * @property {() => number} [read] of a gauge
 */

/** @type {Rule} */
const NAME = {
  expected: 'letters, digits and _, such as jobs_total',
  allows: (name) => typeof name === 'string' && /^[a-z_:][\w:]*$/i.test(name),
}
/** @type {Rule} */
const LABEL = {
  expected: 'letters, digits and _, and not le, such as route',
  allows: (name) => /^(?!__|le$)[a-z_]\w*$/i.test(name),
}

/** @type {Record<string, string>} */
const ESCAPES = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const escapeText = (/** @type {string} */ c) => ESCAPES[c]

/**
 * @param {string} metric
 * @param {Record<string, string | number>} [labels]
 * @returns {string} such as `method="GET",status="200"`
 */
function labelsOf(metric, labels = {}) {
  const pairs = []
  for (const [name, value] of Object.entries(labels).sort()) {
    checkValue(metric, 'label', name, LABEL)
    pairs.push(`${name}="${`${value}`.replace(/[\\"\n]/g, escapeText)}"`)
  }
  return pairs.join()
}

/**
 * Prometheus's text format, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 *
 * @param {Map<string, Metric>} metrics by name
 * @param {Sums} sums
 */
function textOf(metrics, { counts, gauges }) {
  let text = ''
  for (const [name, { type, help, key, bounds }] of metrics) {
    text += `# HELP ${name} ${help.replace(/[\\\n]/g, escapeText)}\n`
    text += `# TYPE ${name} ${type}\n`
    if (type === 'gauge') text += line(name, '', gauges.get(name))
    for (const [labels, numbers] of counts.get(key) ?? []) {
      text += bounds
        ? histogramLines(name, labels, bounds, numbers)
        : line(name, labels, numbers[0])
    }
  }
  return text
}

/**
 * @param {string} name
 * @param {string} labels
 * @param {number[]} bounds
 * @param {number[]} numbers
 */
function histogramLines(name, labels, bounds, numbers) {
  const before = labels && `${labels},`
  let text = ''
  let count = 0
  for (const [i, bound] of [...bounds, '+Inf'].entries()) {
    // A bucket has what the smaller ones have, too.
    count += numbers[i]
    text += line(`${name}_bucket`, `${before}le="${bound}"`, count)
  }
  text += line(`${name}_sum`, labels, numbers[bounds.length + 1])
  return text + line(`${name}_count`, labels, count)
}

/**
 * @param {string} name
 * @param {string} labels
 * @param {number} [value]
 */
const line = (name, labels, value = Number.NaN) =>
  `${name}${labels && `{${labels}}`} ${`${value}`.replace('Infinity', 'Inf')}\n`
