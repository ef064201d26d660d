import catalogs from 'strings:./strings'
import {
  audit,
  inFlight,
  openConnections,
  parseReport,
  ReportError,
} from '../../code/ch00/bench/report.js'
import { element, reachWhenScrolling, svg, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import {
  capitalised,
  countFindings,
  describeFinding,
  formats,
  keyFigures,
  levelOf,
} from './describe.js'
import { evidence } from './evidence.js'
import { examples } from './examples.js'

/** @import { Finding, Report } from '../../code/ch00/bench/report.js' */

/** @typedef {import('../../site/strings.js').Translate} Translate */
/** @typedef {import('./describe.js').Formats} Formats */

class ReportAuditor extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    const language = languageOf(this)
    new Auditor(this, translator(catalogs, language), formats(language))
  }
}

/** Paste a report of wrk: its key figures, Little's law, and what to doubt. */
class Auditor {
  /**
   * @param {HTMLElement} host
   * @param {Translate} t
   * @param {Formats} format
   */
  constructor(host, t, format) {
    this.host = host
    this.t = t
    this.format = format
    const id = uniqueId('report')
    this.field = /** @type {HTMLTextAreaElement} */ (
      element('textarea', { id, rows: 14, spellcheck: 'false' })
    )
    this.field.addEventListener('input', () => this.update(''))
    this.status = element('p', { role: 'status' })
    this.result = element('div')
    const buttons = Object.keys(examples).map((name) => {
      const button = element('button', { type: 'button' })
      button.textContent = t(`example.${name}`)
      button.addEventListener('click', () => this.load(name))
      button.dataset.example = name
      return button
    })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      element(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': t('examples') },
        `${t('examples')}: `,
        ...buttons,
      ),
      element('label', { for: id }, t('paste')),
      this.field,
      this.status,
      this.result,
    )
    this.load('limited')
  }

  /** @param {string} name of an example */
  load(name) {
    this.field.value = examples[name]
    this.update(name)
  }

  /** @param {string} example '' when the text is the reader's own */
  update(example) {
    const { t, field, status, result } = this
    for (const button of this.host.querySelectorAll('button')) {
      const pressed = button.dataset.example === example
      button.setAttribute('aria-pressed', String(pressed))
    }
    status.classList.remove('problem')
    field.removeAttribute('aria-invalid')
    result.replaceChildren()
    if (field.value.trim() === '') {
      status.textContent = t('empty')
      return
    }
    try {
      this.show(parseReport(field.value), example)
    } catch (error) {
      if (!(error instanceof ReportError)) throw error
      field.setAttribute('aria-invalid', 'true')
      status.classList.add('problem')
      const details = element(
        'span',
        { lang: 'en' },
        capitalised(error.message),
      )
      status.replaceChildren(`${t('notAReport')} `, details)
    }
  }

  /**
   * @param {Report} report
   * @param {string} example
   */
  show(report, example) {
    const { t, format, status, result } = this
    const findings = audit(report)
    status.textContent = t('summary', countFindings(findings))
    const figures = keyFigures(report, t, format).map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value)),
    )
    const note = example === 'limited' ? t('example.limited.note') : ''
    result.append(
      ...(note ? [element('p', { class: 'note' }, note)] : []),
      element(
        'dl',
        { class: 'figures', 'aria-label': t('figures') },
        ...figures,
      ),
      ...(report.requests > 0 ? [this.little(report)] : []),
      element(
        'div',
        { class: 'findings' },
        ...findings.map(this.finding, this),
      ),
    )
  }

  /**
   * Little's law as a bar: requests in flight, in a frame as wide as the open
   * connections.
   *
   * @param {Report} report
   * @returns {HTMLElement}
   */
  little(report) {
    const { t, format } = this
    const flying = inFlight(report)
    const open = openConnections(report)
    const widest = Math.max(flying, open)
    /** @param {number} count */
    const width = (count) => `${(98 * count) / widest}%`
    const words = {
      rps: format.number(report.rps),
      mean: format.time(report.latency.mean),
      inFlight: format.number(flying),
      open: format.number(open),
    }
    const bar = { x: '1%', y: 2, height: 30 }
    return element(
      'div',
      { class: flying < 0.9 * open ? 'little short' : 'little' },
      element(
        'p',
        {},
        element('strong', {}, `${t('littleTitle')}: `),
        `${t('littleFormula', words)}, ${t('littleOpen', words)}`,
      ),
      svg(
        'svg',
        { role: 'img', 'aria-label': t('littleImage', words) },
        svg('rect', { ...bar, class: 'room', width: width(open) }),
        svg('rect', {
          ...bar,
          class: 'in-flight',
          y: 7,
          height: 20,
          width: width(flying),
        }),
      ),
    )
  }

  /**
   * @param {Finding} finding
   * @param {number} index the first is open
   * @returns {HTMLElement}
   */
  finding(finding, index) {
    const { t, format, field } = this
    const lines = evidence(finding.id, field.value)
    const level = levelOf(finding)
    const item = element(
      'details',
      {
        'data-severity': level,
        'data-finding': finding.id,
        open: index === 0,
      },
      element(
        'summary',
        {},
        element('span', { class: 'severity' }, t(`severity.${level}`)),
        ` ${t(`title.${finding.id}`)} `,
        // As bench/audit.js prints it.
        element('code', { lang: 'en' }, `${finding.severity} ${finding.id}`),
      ),
      element('p', {}, describeFinding(finding, t, format)),
    )
    if (lines.length > 0) {
      const quoted = element('pre', {}, element('code', {}, lines.join('\n')))
      item.append(quoted)
      reachWhenScrolling(quoted)
    }
    return item
  }
}

customElements.define('report-auditor', ReportAuditor)
