/**
 * Whether the words of a drawing fit where they stand. How wide they are
 * follows from the widths of the fonts' letters, so that no browser is needed.
 */

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} Shape
 * @property {string} name `<rect class="box">`
 * @property {Box} box
 * @property {[Point, Point][]} lines that words do not touch
 */
/**
 * @typedef {object} Words
 * @property {string} text
 * @property {string[]} classes
 * @property {Point} at
 * @property {Shape | null} shape that they stand in
 */

/** Letters by their widths in Source Sans 3, in thousandths of its size. */
const LETTERS = /** @type {[number, string][]} */ ([
  [200, ' '],
  [250, "ijl|,.:;'’I"],
  [300, '!()[]f{}-'],
  [350, '/\\trªº'],
  [425, '*sz"?“”'],
  [475, 'cxJLYvy–'],
  [500, '#$+0123456789<=>F^_aegk~×'],
  [520, 'EVX'],
  [545, 'ASTZ`hou'],
  [560, 'Pbdnpq'],
  [585, 'CKRB'],
  [620, '&DG'],
  [660, 'HNOQU'],
  [730, 'Mw'],
  [825, 'W%m'],
  [950, '…①②'],
])
const widths = new Map(
  LETTERS.flatMap(([width, letters]) =>
    [...letters].map((letter) => [letter, width]),
  ),
)

/** Of any letter of Source Code Pro. */
const CODE = 600

/** How much wider letters of weight 650 are. */
const BOLD = 1.03

/** How far words stay from the edge of their shape. */
const padding = { x: 3, y: 1 }

/** By how much words may touch others, or a line. */
const SLACK = 0.75

/** @param {string} text @param {string[]} classes */
function widthOf(text, classes) {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')]
  const isBold = classes.includes('strong') || classes.includes('accent')
  const sum = letters
    .map((letter) =>
      classes.includes('code') ? CODE : (widths.get(letter) ?? CODE),
    )
    .reduce((total, width) => total + width, 0)
  const factor = isBold && !classes.includes('code') ? BOLD : 1
  return (sum * sizeOf(classes) * factor) / 1000
}

/** @param {string[]} classes @returns {number} as in theme/css/drawing.css */
const sizeOf = (classes) => (classes.includes('small') ? 11 : 13)

/** @param {Words} words @returns {Box} of the letters */
function boxOf({ text, classes, at }) {
  const width = widthOf(text, classes)
  const size = sizeOf(classes)
  const before = classes.includes('end') ? 1 : 0
  const share = classes.includes('middle') ? 0.5 : before
  const left = at.x - share * width
  return {
    left,
    right: left + width,
    top: at.y - 0.72 * size,
    bottom: at.y + 0.2 * size,
  }
}

/** @param {Box} box @param {number} x @param {number} y @returns {Box} */
const grown = ({ left, right, top, bottom }, x, y = x) => ({
  left: left - x,
  right: right + x,
  top: top - y,
  bottom: bottom + y,
})

/** @param {Box} inner @param {Box} outer */
const isWithin = (inner, outer) =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom

/** @param {Box} one @param {Box} other */
const meet = (one, other) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom

/** @param {Point[]} points @returns {Box} around them */
export const boundsOf = (points) => ({
  left: Math.min(...points.map(({ x }) => x)),
  right: Math.max(...points.map(({ x }) => x)),
  top: Math.min(...points.map(({ y }) => y)),
  bottom: Math.max(...points.map(({ y }) => y)),
})

/** @param {[Point, Point]} line @param {Box} box */
function goesThrough([from, to], box) {
  if (!meet(boundsOf([from, to]), box)) return false
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const x = from.x + (step / steps) * (to.x - from.x)
    const y = from.y + (step / steps) * (to.y - from.y)
    return boundsOf([{ x, y }])
  }).some((point) => meet(point, box))
}

/**
 * @param {Words[]} all
 * @param {Shape[]} shapes
 * @param {{ width: number, height: number }} size of the drawing
 * @returns {string[]} what does not fit
 */
export function misfits(all, shapes, { width, height }) {
  const page = { left: 0, right: width, top: 0, bottom: height }
  const boxes = all.map(boxOf)
  const outside = shapes
    .filter(({ box }) => !isWithin(grown(box, SLACK), page))
    .map(({ name }) => `${name} leaves the drawing`)
  const wrong = all.flatMap(({ text, shape }, i) => {
    const inner = grown(boxes[i], -SLACK)
    const others = all
      .slice(0, i)
      .filter((_, j) => meet(inner, grown(boxes[j], -SLACK)))
    const crossed = shapes.filter(
      (one) =>
        one !== shape && one.lines.some((line) => goesThrough(line, inner)),
    )
    const fits =
      !shape || isWithin(grown(boxes[i], padding.x, padding.y), shape.box)
    return [
      ...(isWithin(boxes[i], page) ? [] : [`"${text}" leaves the drawing`]),
      ...(fits ? [] : [`"${text}" does not fit its ${shape.name}`]),
      ...others.map((other) => `"${other.text}" and "${text}" overlap`),
      ...crossed.map(({ name }) => `a line of ${name} goes through "${text}"`),
    ]
  })
  return [...outside, ...wrong]
}
