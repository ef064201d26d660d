/**
 * The links of the built site, in all its languages: each leads to a file and
 * to an id that are there. Nothing is fetched from the network.
 *
 *     node tools/lint/links.js [--site book/html] [ch01-web-server/bytes.html …]
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'parse5'
import { root, siteDir } from '../lib/paths.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('parse5').DefaultTreeAdapterMap['element']} Element */
/** @typedef {import('parse5').DefaultTreeAdapterMap['node']} Node */
/** @typedef {{ url: string, line: number, tag: string }} Link */
/**
 * @typedef {object} Page
 * @property {Link[]} links
 * @property {Set<string>} ids
 * @property {string | null} base the address in `<base>`
 * @property {{ line: number, message: string }[]} problems
 */

/** Attributes that hold one address. */
const addresses = ['href', 'src', 'poster', 'data', 'action']

/** @param {string} value of a `srcset` */
const srcset = (value) =>
  value.split(',').map((part) => part.trim().split(/\s+/)[0])

/**
 * @param {string} html
 * @returns {Page}
 */
export function readPage(html) {
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
  })
  /** @type {Page} */
  const page = { links: [], ids: new Set(), base: null, problems: [] }
  /** @param {Element} element */
  const visit = (element) => {
    const { tagName: tag, attrs, sourceCodeLocation } = element
    const line = sourceCodeLocation?.startLine ?? 1
    const values = new Map(attrs.map(({ name, value }) => [name, value]))
    if (tag === 'base') {
      page.base = values.get('href') ?? null
      return
    }
    const id = values.get('id')
    if (id !== undefined) {
      if (page.ids.has(id)) {
        page.problems.push({
          line,
          message: `<${tag}>: the id "${id}" stands twice in this page`,
        })
      }
      page.ids.add(id)
    }
    const name = values.get('name')
    if (tag === 'a' && name !== undefined) page.ids.add(name)
    if (tag === 'img' && !values.has('alt')) {
      page.problems.push({
        line,
        message: `<img src="${values.get('src')}"> has no alt; describe it, or write alt="" if it only decorates`,
      })
    }
    for (const attribute of addresses) {
      if (attribute === 'data' && tag !== 'object') continue
      const url = values.get(attribute)
      if (url !== undefined) page.links.push({ url, line, tag })
    }
    for (const url of srcset(values.get('srcset') ?? '')) {
      if (url) page.links.push({ url, line, tag })
    }
  }
  /** @param {Node} node */
  const walk = (node) => {
    if ('tagName' in node) visit(node)
    if ('childNodes' in node) for (const child of node.childNodes) walk(child)
    if ('content' in node) walk(node.content)
  }
  walk(document)
  return page
}

/**
 * @param {string} url with a scheme, or `//host`
 * @returns {string} what is wrong; '' if nothing
 */
function checkExternal(url) {
  let parsed
  try {
    parsed = new URL(url, 'https://example.org')
  } catch {
    return 'it is not a valid address'
  }
  if (parsed.protocol === 'data:') return ''
  if (parsed.protocol === 'mailto:') {
    return parsed.pathname.includes('@') ? '' : 'it names no mailbox'
  }
  if (!['https:', 'http:'].includes(parsed.protocol)) {
    return `the scheme ${parsed.protocol} is neither https: nor mailto:`
  }
  return parsed.hostname.includes('.') || parsed.hostname === 'localhost'
    ? ''
    : `"${parsed.hostname}" is not the name of a host`
}

/**
 * Where the links of a page start: its folder. Those of 404.html, which is
 * shown at any address, start from its `<base>`: the top of the site, or its
 * folder when the base ends with that.
 *
 * @param {string} file below the site's folder
 * @param {Page} page
 */
function startOf(file, { base }) {
  const folder = path.posix.dirname(file)
  if (base === null || base.endsWith(`/${folder}/`)) return folder
  return '.'
}

/**
 * @param {string} folder absolute path of the built site
 * @param {string[]} [only] pages below it; all if none are named
 * @returns {{ problems: Problem[], pages: number, links: number }}
 */
export function checkSite(folder, only = []) {
  const there = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .sort()
    : []
  const shown = (/** @type {string} */ file) => {
    const fromRoot = path.relative(root, path.join(folder, file))
    return fromRoot.startsWith('..') ? file : fromRoot
  }
  const files = only.length > 0 ? only : there
  if (there.length === 0) {
    const message =
      'there are no pages here; build the book first: mdbook build'
    return { problems: [{ file: folder, message }], pages: 0, links: 0 }
  }
  /** @type {Map<string, Page>} */
  const pages = new Map()
  const read = (/** @type {string} */ file) => {
    let page = pages.get(file)
    if (!page) {
      page = readPage(readFileSync(path.join(folder, file), 'utf8'))
      pages.set(file, page)
    }
    return page
  }

  /**
   * @param {string} file below the folder
   * @param {Page} page
   * @param {string} url
   * @returns {string} what is wrong; '' if nothing
   */
  const checkLink = (file, page, url) => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return checkExternal(url)
    if (url.startsWith('/')) {
      return 'an absolute path breaks when the site lies in a sub-folder; make it relative'
    }
    const [, encoded, fragment] =
      /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
    let target = file
    let id
    try {
      const from = startOf(file, page)
      if (encoded !== '') target = path.join(from, decodeURIComponent(encoded))
      id = decodeURIComponent(fragment ?? '')
    } catch {
      return 'it has a malformed percent-escape'
    }
    if (target.startsWith('..')) return 'it leads out of the site'
    let absolute = path.join(folder, target)
    if (existsSync(absolute) && statSync(absolute).isDirectory()) {
      target = path.join(target, 'index.html')
      absolute = path.join(folder, target)
    }
    if (!existsSync(absolute)) return `there is no file ${shown(target)}`
    if (id === '' || !target.endsWith('.html')) return ''
    if (read(target).ids.has(id)) return ''
    return `${target === file ? 'this page' : shown(target)} has no id "${id}"`
  }

  /** @type {Problem[]} */
  const problems = []
  let links = 0
  for (const file of files) {
    const page = read(file)
    for (const { line, message } of page.problems) {
      problems.push({ file: shown(file), line, message })
    }
    for (const { url, line, tag } of page.links) {
      links += 1
      const why = checkLink(file, page, url.trim())
      if (why === '') continue
      const message = `<${tag}> leads to "${url}": ${why}`
      problems.push({ file: shown(file), line, message })
    }
  }
  return { problems, pages: files.length, links }
}

if (isMain(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string', default: siteDir } },
  })
  const folder = path.resolve(values.site)
  const { problems, pages, links } = checkSite(folder, positionals)
  report('links', problems, `${links} links on ${pages} pages lead somewhere`)
}
