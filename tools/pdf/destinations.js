/**
 * Which page of a PDF an id is on. Chromium writes the ids that links lead to
 * as named destinations (ISO 32000-2, 12.3.2.4), in objects that are not
 * compressed: they can be read as text.
 */

/**
 * @typedef {object} Bookmark
 * @property {string} title
 * @property {number} depth 0 for the outermost
 */

/**
 * @param {Buffer} pdf as Chromium prints it
 * @returns {{ pages: number, byId: Map<string, number>, bookmarks: Bookmark[] }}
 *   pages count from 1; bookmarks are in the order of the document
 * @throws {Error} of a file that is not built like that
 */
export function readPdf(pdf) {
  const text = pdf.toString('latin1')
  const offsets = readOffsets(text)
  /** @param {string | undefined} id @returns {string} the object's text */
  const object = (id) => {
    const start = id === undefined ? undefined : offsets.get(Number(id))
    if (start === undefined) throw new Error(`the PDF has no object ${id}`)
    return text.slice(start, text.indexOf('endobj', start))
  }
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const catalog = object(reference(trailer, 'Root'))
  /** @type {string[]} ids of the pages, in their order */
  const pages = []
  /** @param {string} id of a page, or of a node of their tree */
  const walk = (id) => {
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(object(id))
    if (!kids) pages.push(id)
    else for (const [, kid] of kids[1].matchAll(/(\d+) 0 R/g)) walk(kid)
  }
  walk(reference(catalog, 'Pages') ?? '')
  /** @type {Map<string, number>} */
  const byId = new Map()
  const names = reference(catalog, 'Dests')
  if (names !== undefined) {
    const destination = /\/([^\s/[\]<>()]+)\s*\[\s*(\d+) 0 R\s*\/XYZ/g
    for (const [, name, page] of object(names).matchAll(destination)) {
      byId.set(decodeName(name), pages.indexOf(page) + 1)
    }
  }
  return { pages: pages.length, byId, bookmarks: readOutline(catalog, object) }
}

/**
 * Where each object begins: the file's own table (7.5.4).
 *
 * @param {string} text
 * @returns {Map<number, number>}
 */
function readOffsets(text) {
  const [, start] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text) ?? []
  const table = text.slice(Number(start))
  const [head, first, count] = /^xref\s+(\d+) (\d+)\s+/.exec(table) ?? []
  if (start === undefined || head === undefined) {
    throw new Error('the PDF has no table of its objects at its end')
  }
  /** @type {Map<number, number>} */
  const offsets = new Map()
  for (let i = 0; i < Number(count); i++) {
    // Each entry has 20 bytes.
    const at = head.length + 20 * i
    const entry = table.slice(at, at + 20)
    if (entry[17] === 'n') {
      offsets.set(Number(first) + i, Number(entry.slice(0, 10)))
    }
  }
  return offsets
}

/**
 * @param {string} dictionary
 * @param {string} key
 * @returns {string | undefined} the id of the object that it refers to
 */
const reference = (dictionary, key) =>
  new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]

/** @param {string} name `caf#C3#A9` @returns {string} */
const decodeName = (name) =>
  Buffer.from(
    name.replace(/#([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString()

/**
 * @param {string} catalog
 * @param {(id: string | undefined) => string} object
 * @returns {Bookmark[]}
 */
function readOutline(catalog, object) {
  /** @type {Bookmark[]} */
  const found = []
  /** @param {string} parent @param {number} depth */
  const walk = (parent, depth) => {
    let id = reference(parent, 'First')
    while (id !== undefined) {
      const item = object(id)
      found.push({ title: readTitle(item), depth })
      walk(item, depth + 1)
      id = reference(item, 'Next')
    }
  }
  const outlines = reference(catalog, 'Outlines')
  if (outlines !== undefined) walk(object(outlines), 0)
  return found
}

/** @param {string} item of the outline @returns {string} its title (7.9.2) */
function readTitle(item) {
  const [, literal, hex] =
    /\/Title\s*(?:\(((?:\\[\s\S]|[^\\)])*)\)|<([0-9a-f\s]*)>)/i.exec(item) ?? []
  if (hex !== undefined) {
    // A mark of the byte order comes first.
    const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex')
    return bytes.swap16().toString('utf16le').slice(1)
  }
  return (literal ?? '').replace(
    /\\([0-7]{3}|[\s\S])/g,
    (_, /** @type {string} */ escaped) =>
      escaped.length === 3
        ? String.fromCharCode(Number.parseInt(escaped, 8))
        : escaped,
  )
}
