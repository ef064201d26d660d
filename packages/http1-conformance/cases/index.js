/** All cases, by area. */

import { rules } from '../rules.js'
import { chunks } from './chunked.js'
import { connection, expectations, upgrades } from './connection.js'
import { fields } from './fields.js'
import { framing, hiding, smuggling } from './framing.js'
import { requestLine } from './request-line.js'
import { targets } from './targets.js'

/** @import { Case } from './words.js' */
/** @import { Rule } from '../rules.js' */

/** @typedef {Case & { area: string, is: Rule }} Row */

/** @type {Record<string, Case[]>} */
const areas = {
  'request-line': requestLine,
  targets,
  fields,
  framing,
  smuggling: [...smuggling, ...hiding],
  chunked: chunks,
  connection,
  expect: expectations,
  upgrade: upgrades,
}

export const areaNames = Object.keys(areas)

/** @type {Row[]} */
export const rows = Object.entries(areas).flatMap(([area, cases]) =>
  cases.map((one) => {
    const is = rules[one.rule]
    if (!is) throw new Error(`${one.name}: got rule "${one.rule}"`)
    return { ...one, area, is }
  }),
)
