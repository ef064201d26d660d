/**
 * Lays out a graph with Graphviz, and draws it with the classes of the drawings
 * that are made by hand. Graphviz says where things are; it colours nothing.
 */
import { FigureError, hasPlace } from '../book-model/figures.js'
import { escapeHtml } from './html.js'

/** @typedef {import('../book-model/figures.js').Figure} Figure */
/** @typedef {import('../book-model/figures.js').Labels} Labels */
/** @typedef {{ layout: (dot: string, format: 'json') => string }} Graphviz */

const fontSize = { node: 13, edge: 11 }

/**
 * Courier is as wide as the font of the code, and wider than that of words:
 * what Graphviz leaves room for has room.
 */
const defaults = [
  'graph [rankdir=TB, nodesep=0.25, ranksep=0.36, labeljust=l, fontname=Courier, fontsize=11]',
  `node [shape=box, fontname=Courier, fontsize=${fontSize.node}, margin="0.13,0.06", width=0.4, height=0.36]`,
  `edge [fontname=Courier, fontsize=${fontSize.edge}, arrowsize=0.6]`,
].join('; ')

/** What the theme decides, and not the drawing. */
const themes =
  /\b(fontname|fontsize|fontcolor|color|fillcolor|bgcolor|pencolor|penwidth|colorscheme)\s*=/

const allowedStyles = ['invis', 'dashed']
const margin = 6

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10

/**
 * @param {string} source DOT
 * @param {(text: string, line: number) => string} change
 * @returns {string} with each quoted string replaced
 */
function mapStrings(source, change) {
  return source.replace(/"(?:[^"\\]|\\.)*"/gs, (quoted, offset) => {
    const line = source.slice(0, offset).split('\n').length
    return `"${change(quoted.slice(1, -1), line)}"`
  })
}

/** @param {string} source DOT @returns {string} without what is quoted */
const bare = (source) =>
  mapStrings(source, () => '').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ''),
  )

/** @param {Figure} figure @throws {FigureError} for what the theme decides */
function checkSource({ file, source }) {
  for (const [index, line] of bare(source).split('\n').entries()) {
    const theme = themes.exec(line)
    const style = /\bstyle\s*=\s*"?(\w*)/.exec(line)
    const isAllowed = !style || allowedStyles.includes(style[1])
    if (!theme && isAllowed) continue
    const got = theme ? theme[1] : `style=${style?.[1] || '"…"'}`
    throw new FigureError(
      `${file}:${index + 1}: got ${got}, expected class="accent" or class="muted": colours and fonts come from the class`,
    )
  }
}

/**
 * The label of what has been laid out, as lines, each of which is words or
 * code: what stands for a label of strings.json is words.
 *
 * @param {string | undefined} label
 * @param {string} name of the node, which `\N` stands for
 * @param {Map<string, string>} originals by the filled label
 * @returns {{ text: string, kind: 'text' | 'code' }[]}
 */
function labelLines(label, name, originals) {
  const shown = label === undefined || label === '\\N' ? name : label
  const written = (originals.get(shown) ?? shown).split(/\\[nlr]/)
  return shown
    .split(/\\[nlr]/)
    .map((text, i) => ({
      text,
      kind: /** @type {'text' | 'code'} */ (
        hasPlace(written[i] ?? '') ? 'text' : 'code'
      ),
    }))
    .filter(({ text }) => text.trim() !== '')
}

/**
 * @param {{ text: string, kind: string }[]} lines
 * @param {{ x: number, y: number }} at their middle
 * @param {number} size of the font
 * @param {string} words more classes
 * @returns {string} SVG
 */
function textSvg(lines, { x, y }, size, words) {
  const height = size * 1.25
  const first = y - ((lines.length - 1) * height) / 2 + size * 0.34
  return lines
    .map(
      ({ text, kind }, i) =>
        `<text class="${kind} middle${words}" x="${round(x)}" y="${round(first + i * height)}">${escapeHtml(text)}</text>`,
    )
    .join('')
}

/** What Graphviz has laid out, as SVG. */
class Layout {
  #figure
  #graph
  #originals
  #height

  /**
   * @param {Figure} figure
   * @param {any} graph what Graphviz says, in its json format
   * @param {Map<string, string>} originals
   */
  constructor(figure, graph, originals) {
    this.#figure = figure
    this.#graph = graph
    this.#originals = originals
    const [, , width, height] = graph.bb.split(',').map(Number)
    this.width = width
    this.#height = height
  }

  /** @returns {string} */
  svg() {
    const { objects = [], edges = [], directed } = this.#graph
    const shown = (/** @type {any} */ one) => !/invis/.test(one.style ?? '')
    const clusters = objects.filter((/** @type {any} */ one) => one.bb)
    const nodes = objects.filter((/** @type {any} */ one) => one.pos)
    const parts = [
      ...clusters.filter(shown).map((/** @type {any} */ c) => this.#cluster(c)),
      ...edges
        .filter(shown)
        .map((/** @type {any} */ edge) => this.#edge(edge, directed)),
      ...nodes.filter(shown).map((/** @type {any} */ node) => this.#node(node)),
    ]
    const width = Math.ceil(this.width + 2 * margin)
    const height = Math.ceil(this.#height + 2 * margin)
    return `<svg viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
  }

  /**
   * Graphviz counts from the bottom.
   *
   * @param {string} pair `x,y`
   */
  #point(pair) {
    const [x, y] = pair.split(',').map(Number)
    return { x: round(x + margin), y: round(this.#height - y + margin) }
  }

  /** @param {any} one of node, edge or cluster @returns {string} its class */
  #word({ class: word = '', name, tail }) {
    if (word === '') return ''
    if (word === 'accent' || word === 'muted') return ` ${word}`
    throw new FigureError(
      `${this.#figure.file}: got class="${word}" of ${name ?? `an edge of node ${tail}`}, expected accent or muted`,
    )
  }

  /** @param {any} node */
  #node(node) {
    const { x, y } = this.#point(node.pos)
    const width = Number(node.width) * 72
    const height = Number(node.height) * 72
    const word = this.#word(node)
    const lines = labelLines(node.label, node.name, this.#originals)
    // An accent is in the line and the ground of a shape; words stay legible.
    const textWord = word === ' muted' ? word : ''
    const text = textSvg(lines, { x, y }, fontSize.node, textWord)
    const shape = node.shape ?? 'box'
    if (shape === 'point') {
      return `<circle class="dot${word}" cx="${x}" cy="${y}" r="${round(width / 2)}"/>`
    }
    if (['plaintext', 'plain', 'none'].includes(shape)) {
      return textSvg(lines, { x, y }, fontSize.node, word)
    }
    if (!['box', 'rect', 'ellipse', 'circle'].includes(shape)) {
      throw new FigureError(
        `${this.#figure.file}: got shape=${shape} of ${node.name}, expected box, ellipse, circle, point or plaintext`,
      )
    }
    const isBox = shape === 'box' || shape === 'rect'
    const drawn = isBox
      ? `<rect class="box${word}" x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}"/>`
      : `<ellipse class="box${word}" cx="${x}" cy="${y}" rx="${round(width / 2)}" ry="${round(height / 2)}"/>`
    return lines.length === 0 ? drawn : `<g class="fit">${drawn}${text}</g>`
  }

  /** @param {any} edge @param {boolean} directed */
  #edge(edge, directed) {
    const points = edge.pos.split(' ')
    const tips = points.filter((/** @type {string} */ one) =>
      /^[es],/.test(one),
    )
    const [start, ...curve] = points
      .filter((/** @type {string} */ one) => !/^[es],/.test(one))
      .map((/** @type {string} */ one) => this.#point(one))
    const tip = tips.find((/** @type {string} */ one) => one.startsWith('e,'))
    const at = (/** @type {{ x: number, y: number }} */ { x, y }) => `${x} ${y}`
    const end = tip ? ` L ${at(this.#point(tip.slice(2)))}` : ''
    const word = this.#word(edge)
    const kind = directed && tip ? 'arrow' : 'line'
    const line = `<path class="${kind}${word}" d="M ${at(start)} C ${curve.map(at).join(' ')}${end}"/>`
    const { label = '', lp } = edge
    if (label === '' || lp === undefined) return line
    const lines = labelLines(label, '', this.#originals)
    const words = ` small${word === ' muted' ? word : ''}`
    const { x, y } = this.#point(lp)
    // Graphviz puts it to the right of the line, and rather near.
    return line + textSvg(lines, { x: x + 3, y }, fontSize.edge, words)
  }

  /** @param {any} cluster */
  #cluster({ bb, label, lp }) {
    const [left, bottom, right, top] = bb.split(',')
    const from = this.#point(`${left},${top}`)
    const to = this.#point(`${right},${bottom}`)
    const lane = `<rect class="lane" x="${from.x}" y="${from.y}" width="${round(to.x - from.x)}" height="${round(to.y - from.y)}"/>`
    if (label === undefined || lp === undefined) return lane
    const lines = labelLines(label, '', this.#originals)
    return lane + textSvg(lines, this.#point(lp), fontSize.edge, ' small muted')
  }
}

/**
 * @param {Figure} figure
 * @param {Labels} labels
 * @param {Graphviz} graphviz
 * @returns {string} SVG, with the labels in it
 * @throws {FigureError}
 */
export function graphSvg(figure, labels, graphviz) {
  checkSource(figure)
  /** @type {Map<string, string>} */
  const originals = new Map()
  const filled = mapStrings(figure.source, (text, line) => {
    const where = `${figure.file}:${line}`
    const full = labels.fill(text, where)
    originals.set(full, text)
    return full
  })
  // A point has no room for words; the size of the other nodes is not its own.
  const sized = filled.replace(
    /\bshape\s*=\s*"?point"?/g,
    'shape=point, width=0.1, height=0.1',
  )
  // On the same line, so that Graphviz counts them as the file does.
  const dot = sized.replace(
    /^((?:\s|\/\/.*|\/\*[\s\S]*?\*\/|#.*)*(?:strict\s+)?(?:di)?graph\b[^{]*\{)/i,
    (head) => `${head} ${defaults};`,
  )
  if (dot === sized) {
    throw new FigureError(
      `${figure.file}: expected digraph { … } or graph { … }`,
    )
  }
  let laidOut
  try {
    laidOut = JSON.parse(graphviz.layout(dot, 'json'))
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    throw new FigureError(`${figure.file}: Graphviz says: ${message.trim()}`)
  }
  return new Layout(figure, laidOut, originals).svg()
}
