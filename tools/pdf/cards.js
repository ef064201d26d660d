#!/usr/bin/env node
/**
 * Draws the pictures that others show of a page (tools/mdbook/art.js), one per
 * language, into theme/cards/, and removes those that are out of date.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { launchChromium } from '../browsers/chromium.js'
import { serveFolder } from '../browsers/static-server.js'
import { fromRoot, root } from '../lib/paths.js'
import { cardFile, cardSize, cardSvg } from '../mdbook/art.js'

const fonts = [
  ['Source Serif 4', 'source-serif-4'],
  ['Source Sans 3', 'source-sans-3'],
  ['Source Code Pro', 'source-code-pro'],
]

/** @param {string} svg */
const pageOf = (svg) =>
  `<!DOCTYPE html><style>${fonts
    .map(
      ([family, file]) =>
        `@font-face { font-family: "${family}"; font-weight: 400 700; src: url(/fonts/${file}.woff2) }`,
    )
    .join('\n')} body { margin: 0 } svg { display: block }</style>${svg}`

const languages = [sourceLanguage, ...translationLanguages()]
const folder = path.join(root, 'theme', 'cards')
mkdirSync(folder, { recursive: true })
const server = await serveFolder(path.join(root, 'theme'))
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: cardSize })
  // The fonts come from where the page does.
  await page.goto(`${server.url}/fonts/fonts.css`)
  for (const { code } of languages) {
    await page.setContent(pageOf(cardSvg(code)))
    await page.evaluate(() => document.fonts.ready)
    const file = cardFile(code)
    writeFileSync(file, await page.screenshot({ type: 'png' }))
    console.log(fromRoot(file))
  }
} finally {
  await browser.close()
  await server.close()
}
const current = languages.map(({ code }) => path.basename(cardFile(code)))
for (const name of readdirSync(folder)) {
  if (!current.includes(name)) rmSync(path.join(folder, name))
}
