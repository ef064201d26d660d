/**
 * The links of the built site, in all its languages: each leads to a file and
 * to an id that are there. Nothing is fetched from the network.
 *
 *     node tools/lint/links.js [--site book/html] [ch01-web-server/bytes.html …]
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pages, siteFile } from '../book-model/chapters.js'
import { translationLanguages } from '../book-model/languages.js'
import { readArguments } from '../lib/arguments.js'
import { textOf } from '../lib/files.js'
import { fromRoot, siteDir, srcDir, translationsDir } from '../lib/paths.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {{ url: string, line: number, tag: string }} Link */
/**
 * @typedef {object} Page
 * @property {Link[]} links
 * @property {Set<string>} ids
 * @property {string[]} twice ids that more than one element has
 * @property {string} base the address in `<base>`, or ''
 */

const element = /<([a-z][\w-]*)((?:\s+[^\s"'>=]+(?:="[^"]*"|=[^\s"'>]+)?)*)/gi
const attribute = /([^\s"'>=]+)="([^"]*)"/g
const notElements =
  /<!--[\s\S]*?-->|(<(script|style)\b[^>]*>)[\s\S]*?(?=<\/\2>)/gi

/** @param {string} html @returns {Page} */
function readPage(html) {
  /** @type {Page} */
  const page = { links: [], ids: new Set(), twice: [], base: '' }
  // Line numbers stay as they are.
  const text = html.replace(
    notElements,
    (all, tag = '') => tag + all.slice(tag.length).replace(/[^\n]+/g, ''),
  )
  let line = 1
  let counted = 0
  for (const { 1: tag, 2: attributes, index } of text.matchAll(element)) {
    line += text.slice(counted, index).split('\n').length - 1
    counted = index
    const values = new Map(
      [...attributes.matchAll(attribute)].map(([, name, value]) => [
        name,
        value.replaceAll('&amp;', '&'),
      ]),
    )
    const id = values.get('id')
    if (id !== undefined && page.ids.has(id)) page.twice.push(id)
    if (id !== undefined) page.ids.add(id)
    const url = values.get('href') ?? values.get('src')
    if (tag === 'base') page.base = url ?? ''
    else if (url !== undefined) page.links.push({ url: url.trim(), line, tag })
  }
  return page
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
    const html = () => readFileSync(path.join(this.#folder, file), 'utf8')
    const page = this.#pages.get(file) ?? readPage(html())
    this.#pages.set(file, page)
    return page
  }

  /** @param {string} file below the folder @returns {Problem[]} */
  check(file) {
    const page = this.page(file)
    const wrong = page.links.flatMap(({ url, line, tag }) => {
      const why = this.#checkLink(file, page, url)
      if (why === '') return []
      const message = `<${tag}> leads to "${url}": ${why}`
      return [{ ...placeOf(this.#folder, file, line, url), message }]
    })
    const twice = page.twice.map((id) => ({
      ...placeOf(this.#folder, file, 1, ''),
      message: `two elements have the id "${id}"; rename one`,
    }))
    return [...twice, ...wrong]
  }

  /**
   * @param {string} file below the folder
   * @param {Page} page
   * @param {string} url
   * @returns {string} what is wrong; '' if nothing
   */
  #checkLink(file, { base }, url) {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) {
      const [, rfc = ''] = /rfc-editor\.org\/rfc\/rfc(\d+)/.exec(url) ?? []
      if (rfc.length > 4) return `there is no RFC ${rfc}`
      const isKnown =
        /^(?:data:|mailto:.+@|(?:https?:)?\/\/[^/]*\w\.\w|http:\/\/localhost\b)/i
      return isKnown.test(url)
        ? ''
        : 'expected https:, mailto: or a path within the site'
    }
    if (url.startsWith('/')) {
      return 'an absolute path breaks when the site is in a subfolder; make it relative'
    }
    const [, encoded, , fragment = ''] =
      /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
    // 404.html is shown at any address: its links start from its <base>.
    const folder = path.posix.dirname(file)
    const start = base && !base.endsWith(`/${folder}/`) ? '.' : folder
    const target = encoded ? path.join(start, decoded(encoded)) : file
    if (target.startsWith('..')) return 'it leads out of the site'
    const found = this.#indexOf(target)
    if (!existsSync(path.join(this.#folder, found))) {
      return `there is no ${found}`
    }
    const id = decoded(fragment)
    if (id === '' || !found.endsWith('.html')) return ''
    return this.page(found).ids.has(id) ? '' : `${found} has no id "${id}"`
  }

  /** @param {string} target @returns {string} the file that a server sends */
  #indexOf(target) {
    const absolute = path.join(this.#folder, target)
    const isFolder = existsSync(absolute) && statSync(absolute).isDirectory()
    return isFolder ? path.join(target, 'index.html') : target
  }
}

/** @param {string} text percent-encoded @returns {string} as it is if malformed */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @param {string} text a line of Markdown @param {string} url */
const isIn = (text, url) =>
  [`(${url})`, `(${url} `, `"${url}"`, `]: ${url}`].some((one) =>
    text.includes(one),
  )

/**
 * Where to mend a link: the line of the Markdown page that has it. What no
 * page has, a tool or a template has made: then it is the line of the HTML.
 *
 * @param {string} folder of the built site
 * @param {string} file below it
 * @param {number} line of the HTML
 * @param {string} url
 * @returns {{ file: string, line: number }}
 */
function placeOf(folder, file, line, url) {
  const code = translationLanguages().find((language) =>
    file.startsWith(`${language.code}/`),
  )?.code
  const name = code ? file.slice(code.length + 1) : file
  const page = pages().find((one) => siteFile(one.file) === name)?.file ?? ''
  const sources = [path.join(srcDir, page)]
  if (code) sources.unshift(path.join(translationsDir, code, page))
  const written = url
    .replace(/(^|\/)index\.html/, '$1README.md')
    .replace(/\.html(?=#|$)/, '.md')
  for (const source of page ? sources : []) {
    const at = textOf(source)
      .split('\n')
      .findIndex((text) => [written, url].some((one) => isIn(text, one)))
    if (at !== -1) return { file: fromRoot(source), line: at + 1 }
  }
  return { file: fromRoot(path.join(folder, file)), line }
}

const help = `Usage: node tools/lint/links.js [--site FOLDER] [page …]`

if (isMain(import.meta.url)) {
  const { values, positionals } = readArguments(help, {
    allowPositionals: true,
    options: { site: { type: 'string', default: siteDir } },
  })
  const site = new Site(path.resolve(values.site))
  const built = new Set(site.files())
  const asked = positionals.length > 0 ? positionals : [...built]
  const files = asked.filter((file) => built.has(file))
  const problems = files.flatMap((file) => site.check(file))
  for (const file of asked.filter((name) => !built.has(name))) {
    const message = 'the site has no such page; is it built? mdbook build'
    problems.push({ file: path.join(values.site, file), message })
  }
  if (asked.length === 0) {
    const message = 'got no pages; build the book first: mdbook build'
    problems.push({ file: values.site, message })
  }
  const links = files.reduce(
    (sum, file) => sum + site.page(file).links.length,
    0,
  )
  report(
    'links',
    problems,
    `${links} links on ${files.length} pages lead somewhere`,
  )
}
