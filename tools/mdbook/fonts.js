/** The fonts that the first screen of a page wants. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Of prose, interface and code, upright: every page has them. */
const first = /^source-(serif-4|sans-3|code-pro)-[0-9a-f]{8}\.woff2$/

/**
 * @param {string} folder that mdBook has built into
 * @returns {string[]} their paths below it, named by their content
 */
export function firstFonts(folder) {
  const fonts = path.join(folder, 'fonts')
  if (!existsSync(fonts)) return []
  return readdirSync(fonts)
    .filter((name) => first.test(name))
    .sort()
    .map((name) => `fonts/${name}`)
}

/**
 * A browser hears of fonts from style sheets, when it has laid the page out.
 * Until they are there it shows others, and then the text moves: these links
 * have it ask at once.
 *
 * @param {string[]} fonts
 * @param {string} up to the language's folder
 * @returns {string[]} elements for the head
 */
export const fontLinks = (fonts, up) =>
  fonts.map(
    (file) =>
      `<link rel="preload" href="${up}${file}" as="font" type="font/woff2" crossorigin>`,
  )
