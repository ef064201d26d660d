/**
 * The tree of a router as it is drawn, and a lookup in it step by step. The
 * chapters' trees are turned into this shape node by node; that a walk ends
 * as the chapter's own `find` does is what the tests of the widgets hold.
 */

/**
 * @typedef {object} TreeNode
 * @property {string} id the text of all nodes from the root: it stays the
 *   same when a node above is split
 * @property {'root' | 'static' | 'parameter' | 'wildcard'} kind
 * @property {string} text what it matches to the letter: of a parameter or a
 *   wildcard what comes before it, perhaps nothing
 * @property {string} label what is drawn
 * @property {string | null} route that ends here, as it was written
 * @property {TreeNode[]} children in the order in which they are tried
 */
/**
 * `start`: at the root. `enter`: the node's text is at the position.
 * `capture`: it takes a part of the path as a value. `none`: no static node
 * below begins as the rest does. `mismatch`: one does, and then differs.
 * `empty`: a parameter finds nothing to take. `short`: the path ends where no
 * route does. `dead`: nothing below matches the rest. `back`: to a node where
 * another way is left. `found`, `lost`, `bad`: the end; it is lost at the root,
 * or without backtracking where the only way has ended.
 *
 * `normal` writes the path in its normal form.
 *
 * @typedef {object} Step
 * @property {'normal' | 'bad' | 'start' | 'enter' | 'capture' | 'none' |
 *   'mismatch' | 'empty' | 'short' | 'dead' | 'back' | 'found' | 'lost'} type
 * @property {TreeNode} node
 * @property {number} position in the path, after the step
 * @property {[start: number, end: number][]} spans of the values so far
 * @property {TreeNode[]} trail the nodes from the root to where it is
 * @property {string} path that is walked: the normal form, once there is one
 * @property {string} [message] of the router, why the path is bad
 */
/**
 * @typedef {object} Options
 * @property {boolean} [backtracking] without it the first way that can be
 *   taken is the only one
 * @property {boolean} [wholeSegments] whether a text ends where a segment does
 * @property {(path: string) => string} [normalize] may throw
 */

/**
 * Looks a path up: static text before parameters before wildcards, and back
 * to the last node with another way when one leads nowhere.
 *
 * @param {TreeNode} root
 * @param {string} asked the path
 * @param {Options} [options]
 * @returns {Step[]} the last is `found`, `lost` or `bad`
 */
export function walk(root, asked, options = {}) {
  const { normalize } = options
  /** @type {Step[]} */
  const steps = []
  const before = { position: 0, spans: [], trail: [] }
  let path = asked
  try {
    path = normalize?.(asked) ?? asked
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    steps.push({ type: 'bad', node: root, path, message, ...before })
    return steps
  }
  if (path !== asked)
    steps.push({ type: 'normal', node: root, path, ...before })
  new Walk(path, steps, options).from(root)
  return steps
}

/** @typedef {{ node: TreeNode, end: number, isValue: boolean }} Way */

class Walk {
  /** @type {TreeNode[]} */
  trail = []
  /** @type {[number, number][]} */
  spans = []

  /**
   * @param {string} path
   * @param {Step[]} steps
   * @param {Options} options
   */
  constructor(path, steps, { backtracking = true, wholeSegments = false }) {
    this.path = path
    this.steps = steps
    this.backtracking = backtracking
    this.wholeSegments = wholeSegments
  }

  /** @param {TreeNode} root */
  from(root) {
    this.trail.push(root)
    this.step('start', root, 0)
    if (this.visit(root, 0)) return
    if (this.backtracking) return this.step('lost', root, 0)
    // Nothing has been taken back: it is where its only way has ended.
    const { node, position } = this.steps[this.steps.length - 1]
    this.step('lost', node, position)
  }

  /**
   * @param {Step['type']} type
   * @param {TreeNode} node
   * @param {number} position
   */
  step(type, node, position) {
    this.steps.push({
      type,
      node,
      position,
      spans: [...this.spans],
      trail: [...this.trail],
      path: this.path,
    })
  }

  /**
   * @param {TreeNode} node that matched up to the position
   * @param {number} position
   * @returns {boolean} whether the route has been found
   */
  visit(node, position) {
    const { path, backtracking } = this
    if (position === path.length && node.route !== null) {
      this.step('found', node, position)
      return true
    }
    let isDeadEnd = true
    let isBack = true
    for (const child of this.candidates(node, position)) {
      if (!isBack) this.step('back', node, position)
      isBack = true
      const way = this.match(child, position)
      if (!way) continue
      isDeadEnd = false
      isBack = false
      if (this.take(way, position)) return true
      if (!backtracking) return false
    }
    if (isDeadEnd) {
      const isEnd = position === path.length
      this.step(isEnd ? 'short' : 'dead', node, position)
    }
    return false
  }

  /**
   * Goes on below a child, and comes back when that leads nowhere, unless
   * it never goes back.
   *
   * @param {Way} way
   * @param {number} position before it
   */
  take({ node, end, isValue }, position) {
    const { trail, spans } = this
    const start =
      node.kind === 'static' ? position : position + node.text.length
    trail.push(node)
    if (isValue) spans.push([start, end])
    this.step(isValue ? 'capture' : 'enter', node, end)
    if (this.visit(node, end)) return true
    if (!this.backtracking) return false
    trail.pop()
    if (isValue) spans.pop()
    return false
  }

  /**
   * The children that a lookup looks at: at most one static one, which is
   * found by what comes next, then a parameter, then a wildcard.
   *
   * @param {TreeNode} node
   * @param {number} position
   */
  candidates(node, position) {
    const { path, wholeSegments } = this
    const { children } = node
    const statics = children.filter(({ kind }) => kind === 'static')
    const others = children.filter(({ kind }) => kind !== 'static')
    const next = statics.find((child) =>
      wholeSegments
        ? child.text === segmentAt(path, position)
        : child.text[0] === path[position],
    )
    const isEnd = position === path.length
    if (!next && statics.length > 0 && others.length > 0 && !isEnd) {
      this.step('none', node, position)
    }
    return next ? [next, ...others] : others
  }

  /**
   * @param {TreeNode} node
   * @param {number} position
   * @returns {Way | null}
   */
  match(node, position) {
    const { path } = this
    const start = position + node.text.length
    if (!path.startsWith(node.text, position)) {
      // A parameter at the end of the path is not even looked at.
      if (position < path.length) this.step('mismatch', node, position)
      return null
    }
    if (node.kind === 'static') return { node, end: start, isValue: false }
    if (node.kind === 'wildcard') {
      return { node, end: path.length, isValue: true }
    }
    const slash = path.indexOf('/', start)
    const end = slash === -1 ? path.length : slash
    if (end > start) return { node, end, isValue: true }
    if (position < path.length) this.step('empty', node, position)
    return null
  }
}

/**
 * @param {string} path
 * @param {number} position of a slash
 * @returns {string} the slash and the segment behind it
 */
function segmentAt(path, position) {
  const slash = path.indexOf('/', position + 1)
  return path.slice(position, slash === -1 ? path.length : slash)
}

/**
 * Every node, from the root down, in the order in which they are drawn.
 *
 * @param {TreeNode} root
 * @returns {Generator<TreeNode>}
 */
export function* nodesOf(root) {
  yield root
  for (const child of root.children) yield* nodesOf(child)
}

/** @typedef {'new' | 'split' | 'ends'} Change */

/**
 * What adding a route has done to the nodes.
 *
 * @param {TreeNode | null} before
 * @param {TreeNode} after
 * @returns {Map<string, Change>} by id: a node that was not there, one whose
 *   text has been cut in two, one where a route ends now
 */
export function changes(before, after) {
  /** @type {Map<string, TreeNode>} */
  const known = new Map()
  if (before) for (const node of nodesOf(before)) known.set(node.id, node)
  /** @type {Map<string, Change>} */
  const found = new Map()
  for (const node of nodesOf(after)) {
    const old = known.get(node.id)
    if (node.kind === 'root') continue
    if (!old) found.set(node.id, 'new')
    else if (old.label !== node.label) found.set(node.id, 'split')
    else if (old.route !== node.route) found.set(node.id, 'ends')
  }
  return found
}
