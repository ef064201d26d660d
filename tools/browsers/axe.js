/** What axe-core finds on a page. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'

const axe = readFileSync(
  path.join(root, 'node_modules/axe-core/axe.min.js'),
  'utf8',
)

const serious = ['serious', 'critical']

/**
 * @param {import('playwright-core').Page} page
 * @param {object} [options]
 * @param {string} [options.within] a selector; the whole page if left out
 * @param {string[]} [options.without] selectors of what is not looked at
 * @param {string[]} [options.rules] only these
 * @param {string[]} [options.impacts] findings of these; serious and critical
 *   ones if left out
 * @returns {Promise<string[]>} a line for each place
 */
export async function axeFindings(page, options = {}) {
  const { within, without = [], rules, impacts = serious } = options
  await page.evaluate(axe)
  const violations = await page.evaluate(
    async ({ within, without, runOnly }) => {
      const { run } = /** @type {any} */ (globalThis).axe
      const include = [within ?? document.documentElement]
      const report = await run(
        { include, exclude: without },
        { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
      )
      return report.violations
    },
    { within, without, runOnly: rules },
  )
  return violations
    .filter((/** @type {any} */ { impact }) => impacts.includes(impact))
    .flatMap((/** @type {any} */ { id, help, nodes }) =>
      nodes.map(
        (/** @type {any} */ node) =>
          `${id} (${help}) at ${node.target.join(' ')}: ` +
          `${node.any[0]?.message ?? node.html}`,
      ),
    )
}
