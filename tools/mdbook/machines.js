/** A line between figures of one page that were measured on two machines. */
import { fill } from '../book-model/languages.js'
import { formatScalar, resultsOf } from '../results/results.js'
import { escapeHtml } from './html.js'
import { requireResult } from './result-parts.js'

/**
 * @param {import('../book-model/markdown.js').Directive} directive a chart, a
 *   table or a heat map
 * @param {{ language: string, machine?: string }} context of the page; keeps
 *   the machine of the figure before
 * @param {Record<string, any>} t interface strings
 * @returns {string} HTML; '' where the machine is the same
 */
export function otherMachine(directive, context, t) {
  const [id] = resultsOf(directive)
  const { source, machine, date } = requireResult(id)
  if (source || !machine?.cpu) return ''
  const { cpu, cores = '' } = machine
  const before = context.machine
  context.machine = `${cpu}, ${cores}`
  if (before === undefined || before === context.machine) return ''
  const day = formatScalar(date ?? '', context.language)
  return `<p class="other-machine">${escapeHtml(fill(t.otherMachine, { cpu, cores, date: day }))}</p>`
}
