/**
 * Whether the labels of drawings fit, as a browser sets them.
 */

/** @typedef {{ at: number, message: string }} Misfit at: which drawing */

/**
 * Measures the drawings of a page. It runs in the page, and so refers to
 * nothing outside of itself.
 *
 * @returns {Promise<{ count: number, misfits: Misfit[] }>}
 */
export async function measureDrawings() {
  /** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
  /** @typedef {{ element: SVGTextElement, box: Box, words: string }} Label */

  /** How far words stay from the edge of their shape, and a line from them. */
  const padding = { x: 3, y: 1 }
  const slack = 0.75

  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10
  const size = (/** @type {Box} */ { left, right, top, bottom }) =>
    `${round(right - left)} by ${round(bottom - top)} at ${round(left)}, ${round(top)}`
  const corners = (/** @type {Box} */ { left, right, top, bottom }) => [
    new DOMPoint(left, top),
    new DOMPoint(right, top),
    new DOMPoint(left, bottom),
    new DOMPoint(right, bottom),
  ]
  const grow = (/** @type {Box} */ box, x = 0, y = x) => ({
    left: box.left - x,
    right: box.right + x,
    top: box.top - y,
    bottom: box.bottom + y,
  })
  const boxOf = (/** @type {DOMPoint[]} */ points) => ({
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x }) => x)),
    top: Math.min(...points.map(({ y }) => y)),
    bottom: Math.max(...points.map(({ y }) => y)),
  })
  const isIn = (/** @type {DOMPoint} */ { x, y }, /** @type {Box} */ box) =>
    x > box.left && x < box.right && y > box.top && y < box.bottom
  const meet = (/** @type {Box} */ one, /** @type {Box} */ other) =>
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  const name = (/** @type {Element} */ element) =>
    `<${element.tagName} class="${element.getAttribute('class')}">`

  /** The drawing of one figure, in the units of its viewBox. */
  class Measured {
    /** @type {string[]} */
    problems = []

    /** @param {SVGSVGElement} svg */
    constructor(svg) {
      this.svg = svg
      const { width, height } = svg.viewBox.baseVal
      this.page = { left: 0, right: width, top: 0, bottom: height }
      this.labels = [...svg.querySelectorAll('text')].map((element) =>
        this.label(element),
      )
      /** @type {SVGGeometryElement[]} */
      this.shapes = [
        ...svg.querySelectorAll(':is(.box, .cell, .lane, .line, .arrow, .dot)'),
      ].map((one) => /** @type {SVGGeometryElement} */ (one))
    }

    /** @param {SVGGraphicsElement} element @returns {DOMMatrix} */
    matrix(element) {
      const own = /** @type {DOMMatrix} */ (element.getScreenCTM())
      const outer = /** @type {DOMMatrix} */ (this.svg.getScreenCTM())
      return outer.inverse().multiply(own)
    }

    /**
     * The box of its letters, not of the line that they stand on.
     *
     * @param {SVGTextElement} element
     * @returns {Label}
     */
    label(element) {
      const { x, width } = element.getBBox()
      const words = element.textContent?.trim() ?? ''
      const font = parseFloat(getComputedStyle(element).fontSize)
      const base = words === '' ? 0 : element.getStartPositionOfChar(0).y
      const letters = {
        left: x,
        right: x + width,
        top: base - 0.72 * font,
        bottom: base + 0.2 * font,
      }
      const matrix = this.matrix(element)
      const points = corners(letters).map((one) => one.matrixTransform(matrix))
      return { element, box: boxOf(points), words }
    }

    /** @param {SVGGeometryElement} shape @returns {Box} */
    extent(shape) {
      const { x, y, width, height } = shape.getBBox()
      const box = { left: x, right: x + width, top: y, bottom: y + height }
      const matrix = this.matrix(shape)
      return boxOf(corners(box).map((one) => one.matrixTransform(matrix)))
    }

    checkShapes() {
      for (const group of this.svg.querySelectorAll('.fit')) {
        const shape = /** @type {SVGGeometryElement} */ (
          group.firstElementChild
        )
        const inverse = this.matrix(shape).inverse()
        for (const { element, box, words } of this.labels) {
          if (element.parentElement !== /** @type {any} */ (group)) continue
          const isInside = corners(grow(box, padding.x, padding.y)).every(
            (point) => shape.isPointInFill(point.matrixTransform(inverse)),
          )
          if (isInside) continue
          this.problems.push(
            `"${words}" does not fit its ${name(shape)}: got ${size(box)}, expected ${padding.x} from each side of ${size(this.extent(shape))}`,
          )
        }
      }
    }

    checkOverlaps() {
      for (const [i, { box, words }] of this.labels.entries()) {
        const own = grow(box, -slack)
        for (const other of this.labels.slice(i + 1)) {
          if (meet(own, grow(other.box, -slack))) {
            this.problems.push(
              `"${words}" and "${other.words}" overlap: got ${size(box)}, and ${size(other.box)}`,
            )
          }
        }
      }
    }

    checkLines() {
      for (const shape of this.shapes) {
        if (shape.matches('.lane, .dot')) continue
        const extent = grow(this.extent(shape), slack)
        const near = this.labels.filter(
          ({ element, box }) =>
            meet(grow(box, -slack), extent) &&
            // What stands in a shape has been compared with it.
            !(
              shape.matches('.fit > *') &&
              element.parentElement === shape.parentElement
            ),
        )
        // To walk along a line takes longer than all else.
        if (near.length === 0) continue
        const points = this.pointsOf(shape)
        for (const { box, words } of near) {
          const inner = grow(box, -slack)
          const at = points.find((point) => isIn(point, inner))
          if (!at) continue
          this.problems.push(
            `a line of ${name(shape)} goes through "${words}" at ${round(at.x)}, ${round(at.y)}; it is ${size(box)}`,
          )
        }
      }
    }

    /** @param {SVGGeometryElement} shape @returns {DOMPoint[]} along its line */
    pointsOf(shape) {
      const matrix = this.matrix(shape)
      const length = shape.getTotalLength()
      return Array.from({ length: Math.ceil(length) + 1 }, (_, at) => {
        const { x, y } = shape.getPointAtLength(Math.min(at, length))
        return new DOMPoint(x, y).matrixTransform(matrix)
      })
    }

    checkPage() {
      const { right: width, bottom: height } = this.page
      const isOut = (/** @type {Box} */ { left, right, top, bottom }) =>
        left < 0 || top < 0 || right > width || bottom > height
      for (const { box, words } of this.labels) {
        if (!isOut(box)) continue
        this.problems.push(
          `"${words}" is not wholly in the drawing: got ${size(box)}, expected it inside ${width} by ${height}`,
        )
      }
      for (const shape of this.shapes) {
        const box = grow(this.extent(shape), slack)
        if (!isOut(box)) continue
        this.problems.push(
          `${name(shape)} is not wholly in the drawing: got ${size(box)} with its line, expected it inside ${width} by ${height}`,
        )
      }
    }
  }

  await document.fonts.ready
  const drawings = [...document.querySelectorAll('.drawing > svg')]
  const misfits = drawings.flatMap((svg, at) => {
    const measured = new Measured(/** @type {SVGSVGElement} */ (svg))
    measured.checkShapes()
    measured.checkOverlaps()
    measured.checkLines()
    measured.checkPage()
    return measured.problems.map((message) => ({ at, message }))
  })
  return { count: drawings.length, misfits }
}
