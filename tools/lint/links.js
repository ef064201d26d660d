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
 * Notes what an element is, or leads to.
 *
 * @param {Page} page
 * @param {Element} element
 */
function readElement(page, { tagName: tag, attrs, sourceCodeLocation }) {
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
  const urls = addressesOf(tag, values)
  page.links.push(...urls.map((url) => ({ url, line, tag })))
}

/**
 * @param {string} tag
 * @param {Map<string, string>} values of its attributes
 * @returns {string[]} where the element leads
 */
function addressesOf(tag, values) {
  const urls = addresses
    .filter((attribute) => attribute !== 'data' || tag === 'object')
    .flatMap((attribute) => values.get(attribute) ?? [])
  const more = srcset(values.get('srcset') ?? '').filter((url) => url !== '')
  return [...urls, ...more]
}

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
  /** @param {Node} node */
  const walk = (node) => {
    if ('tagName' in node) readElement(page, node)
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
 * @param {string} url relative
 * @param {string} file that it is in, below the site's folder
 * @param {Page} page
 * @returns {{ target: string, id: string } | null} the file and the id that it
 *   leads to, '' for the file itself; null where it is malformed
 */
function resolveLink(url, file, page) {
  const [, encoded, fragment = ''] =
    /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
  try {
    const target =
      encoded === ''
        ? file
        : path.join(startOf(file, page), decodeURIComponent(encoded))
    return { target, id: decodeURIComponent(fragment) }
  } catch {
    return null
  }
}

/** A built site, each of whose pages is read once. */
class Site {
  #folder
  /** @type {Map<string, Page>} */
  #pages = new Map()

  /** @param {string} folder absolute path */
  constructor(folder) {
    this.#folder = folder
  }

  /** @returns {string[]} its pages, below its folder */
  files() {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .sort()
  }

  /** @param {string} file below the folder */
  page(file) {
    let page = this.#pages.get(file)
    if (!page) {
      page = readPage(readFileSync(path.join(this.#folder, file), 'utf8'))
      this.#pages.set(file, page)
    }
    return page
  }

  /**
   * @param {string} file below the folder
   * @returns {string} its name in a message
   */
  #shown(file) {
    const fromRoot = path.relative(root, path.join(this.#folder, file))
    return fromRoot.startsWith('..') ? file : fromRoot
  }

  /**
   * @param {string} file below the folder
   * @returns {Problem[]}
   */
  check(file) {
    const page = this.page(file)
    const shown = this.#shown(file)
    const wrong = page.links.flatMap(({ url, line, tag }) => {
      const why = this.#checkLink(file, page, url.trim())
      if (why === '') return []
      const message = `<${tag}> leads to "${url}": ${why}`
      return [{ file: shown, line, message }]
    })
    return [
      ...page.problems.map((problem) => ({ file: shown, ...problem })),
      ...wrong,
    ]
  }

  /**
   * @param {string} file below the folder
   * @param {Page} page
   * @param {string} url
   * @returns {string} what is wrong; '' if nothing
   */
  #checkLink(file, page, url) {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return checkExternal(url)
    if (url.startsWith('/')) {
      return 'an absolute path breaks when the site lies in a sub-folder; make it relative'
    }
    const link = resolveLink(url, file, page)
    if (!link) return 'it has a malformed percent-escape'
    if (link.target.startsWith('..')) return 'it leads out of the site'
    const target = this.#indexOf(link.target)
    if (!existsSync(path.join(this.#folder, target))) {
      return `there is no file ${this.#shown(target)}`
    }
    if (link.id === '' || !target.endsWith('.html')) return ''
    if (this.page(target).ids.has(link.id)) return ''
    return `${target === file ? 'this page' : this.#shown(target)} has no id "${link.id}"`
  }

  /**
   * @param {string} target below the folder
   * @returns {string} the file that a server shows for it
   */
  #indexOf(target) {
    const absolute = path.join(this.#folder, target)
    const isFolder = existsSync(absolute) && statSync(absolute).isDirectory()
    return isFolder ? path.join(target, 'index.html') : target
  }
}

/**
 * @param {string} folder absolute path of the built site
 * @param {string[]} [only] pages below it; all if none are named
 * @returns {{ problems: Problem[], pages: number, links: number }}
 */
export function checkSite(folder, only = []) {
  const site = new Site(folder)
  const there = site.files()
  if (there.length === 0) {
    const message =
      'there are no pages here; build the book first: mdbook build'
    return { problems: [{ file: folder, message }], pages: 0, links: 0 }
  }
  const files = only.length > 0 ? only : there
  return {
    problems: files.flatMap((file) => site.check(file)),
    pages: files.length,
    links: files.reduce((sum, file) => sum + site.page(file).links.length, 0),
  }
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
