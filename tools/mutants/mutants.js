/**
 * Small mistakes, put into a module on purpose: a comparison turned round, a
 * call left out, a wrong status. Tests that notice none of them prove little.
 */
import { nodesOf, treeOf } from '../book-model/code.js'

/** @typedef {import('../book-model/code.js').Node} Node */
/**
 * @typedef {object} Mutant
 * @property {string} kind what was done
 * @property {number} start index in the text
 * @property {number} end
 * @property {string} replacement
 * @property {number} line from 1
 * @property {string} code the line, as it was
 */

/** What each comparison becomes. */
const turned = new Map(
  Object.entries({
    '===': '!==',
    '!==': '===',
    '<': '>=',
    '>=': '<',
    '>': '<=',
    '<=': '>',
  }),
)

/**
 * How a node can be got wrong.
 *
 * @param {Node} node
 * @param {string} text
 * @returns {{ kind: string, start: number, end: number, replacement: string }
 *   | null}
 */
function mistakeIn(node, text) {
  const { type, start, end } = node
  if (type === 'BinaryExpression' && turned.has(node.operator)) {
    const [from, to] = [node.left.end, node.right.start]
    const replacement = text
      .slice(from, to)
      .replace(node.operator, () => turned.get(node.operator) ?? '')
    return { kind: 'comparison', start: from, end: to, replacement }
  }
  if (type === 'ExpressionStatement') {
    const { expression } = node
    const call =
      expression.type === 'AwaitExpression' ? expression.argument : expression
    if (call.type !== 'CallExpression' || call.callee.type === 'Super')
      return null
    return { kind: 'call', start, end, replacement: '{}' }
  }
  if (type === 'IfStatement' || type === 'ConditionalExpression') {
    const [from, to] = [node.test.start, node.test.end]
    const replacement = `!(${text.slice(from, to)})`
    return { kind: 'condition', start: from, end: to, replacement }
  }
  if (type !== 'Literal') return null
  if (typeof node.value === 'boolean') {
    return { kind: 'value', start, end, replacement: String(!node.value) }
  }
  // 256 is the length of a table of bytes, which may as well be longer.
  const isStatus =
    Number.isInteger(node.value) &&
    node.value >= 200 &&
    node.value < 600 &&
    node.value !== 256
  if (isStatus) {
    return { kind: 'status', start, end, replacement: String(node.value + 1) }
  }
  if (typeof node.value === 'string' && /^ERR_[A-Z_]+$/.test(node.value)) {
    return { kind: 'code', start, end, replacement: "'ERR_ANOTHER'" }
  }
  return null
}

/**
 * All mistakes that can be made in a module.
 *
 * @param {string} text
 * @returns {Mutant[]} in the order of the text
 */
export function mutantsOf(text) {
  const tree = treeOf(text)
  const lines = text.split('\n')
  /** @type {Mutant[]} */
  const mutants = []
  for (const node of nodesOf(tree)) {
    const found = mistakeIn(node, text)
    if (!found) continue
    const line = text.slice(0, found.start).split('\n').length
    mutants.push({ ...found, line, code: lines[line - 1].trim() })
  }
  return mutants.sort((a, b) => a.start - b.start)
}

/** @param {string} text @param {Mutant} mutant */
export const apply = (text, { start, end, replacement }) =>
  text.slice(0, start) + replacement + text.slice(end)

/**
 * Some of the mutants of a module: one of each kind first, so that few of them
 * say much.
 *
 * @param {Mutant[]} mutants
 * @param {number} count
 * @returns {Mutant[]}
 */
export function choose(mutants, count) {
  const kinds = ['comparison', 'call', 'status', 'condition', 'value', 'code']
  const byKind = kinds
    .map((kind) => mutants.filter((mutant) => mutant.kind === kind))
    .filter((list) => list.length > 0)
  /** @type {Mutant[]} */
  const chosen = []
  for (
    let round = 0;
    chosen.length < Math.min(count, mutants.length);
    round++
  ) {
    for (const list of byKind) {
      if (round >= list.length || chosen.length === count) continue
      chosen.push(list[round])
    }
  }
  return chosen
}
