#!/usr/bin/env node
/**
 * Prints the book as a PDF, one per language, through Chromium, which makes
 * the bookmarks of the headings.
 */
import { pages } from '../book-model/chapters.js'
import { serveFolder } from '../browsers/static-server.js'
import { makeEach } from './languages.js'

/** Below each page. @param {string} title of the book */
const footer = (title) =>
  `@page { @bottom-center { content: ${JSON.stringify(`${title} · `)} counter(page); font: 8.5pt "Source Sans 3", sans-serif; color: #50545a } }`

/**
 * Runs in print.html, where each page begins with a heading of the first
 * level. Headings of sections go below those of their chapters.
 *
 * @param {Element} main
 * @param {number[]} depths of the pages
 */
function nestHeadings(main, depths) {
  let at = -1
  for (const heading of main.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.localName.slice(1))
    if (level === 1) at += 1
    heading.ariaLevel = String(level + (depths[at] ?? 0))
  }
}

/**
 * Loads what a browser loads only when it comes near.
 *
 * @param {import('playwright-core').Page} page
 */
const loadImages = (page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode()))
  })

await makeEach('pdf', async ({ page, site, folder }) => {
  const server = await serveFolder(site)
  try {
    await page.goto(`${server.url}/${folder}print.html`, { waitUntil: 'load' })
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    await page.addStyleTag({ content: footer(await page.title()) })
    const depths = pages().map(({ depth }) => depth)
    await page.locator('main').evaluate(nestHeadings, depths)
    await loadImages(page)
    return await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      outline: true,
      tagged: true,
    })
  } finally {
    await server.close()
  }
})
