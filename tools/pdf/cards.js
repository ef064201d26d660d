#!/usr/bin/env node
/**
 * Draws the pictures that others show of a page: theme/cards/*.png, of the SVG
 * of the same name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { launchChromium } from '../browsers/chromium.js'
import { serveFolder } from '../browsers/static-server.js'
import { root } from '../lib/paths.js'

const fonts = ['Source Serif 4', 'Source Sans 3', 'Source Code Pro'].map(
  (family) =>
    `@font-face { font-family: "${family}"; font-weight: 400 700; src: url(/fonts/${family.toLowerCase().replaceAll(' ', '-')}.woff2) }`,
)
const style = `<style>${fonts.join(' ')} body { margin: 0 } svg { display: block }</style>`

const folder = path.join(root, 'theme', 'cards')
const server = await serveFolder(path.join(root, 'theme'))
const browser = await launchChromium()
try {
  const viewport = { width: 1200, height: 630 }
  const page = await browser.newPage({ viewport })
  // The fonts come from where the page does.
  await page.goto(`${server.url}/fonts/fonts.css`)
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.svg')) continue
    const file = path.join(folder, name)
    const svg = readFileSync(file, 'utf8')
    await page.setContent(`<!DOCTYPE html>${style}${svg}`)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: file.replace(/svg$/, 'png') })
  }
} finally {
  await browser.close()
  await server.close()
}
