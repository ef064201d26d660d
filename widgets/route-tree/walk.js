/**
 * The tree of a router as it is drawn, and a lookup in it step by step. The
 * chapters' trees are turned into this shape node by node; that a walk ends
 * as the chapter's own `find` does is what the tests of the widgets hold.
 */

/**
 * @typedef {object} TreeNode
 * @property {string} id the text of all nodes from the root: it stays the
 *   same when a node above is split
 * @property {'static' | 'parameter' | 'wildcard'} kind
 * @property {string} text what it matches to the letter: of a parameter or a
 *   wildcard what comes before it, perhaps nothing
 * @property {string} label what is drawn
 * @property {string | null} route that ends here, as it was written
 * @property {TreeNode[]} children in the order in which they are tried
 */
/**
 * `enter`: the node's text is at the position. `capture`: it takes a part of
 * the path as a value. `mismatch`: it was tried and does not match. `dead`:
 * nothing below the node matches what is left. `back`: to the node where
 * another way is left. `found`, `lost`: the end.
 *
 * @typedef {object} Step
 * @property {'enter' | 'capture' | 'mismatch' | 'dead' | 'back' | 'found' |
 *   'lost'} type
 * @property {TreeNode} node
 * @property {number} position in the path, after the step
 * @property {string[]} values captured so far
 * @property {string} [value] that this step captured
 */

/**
 * How far a node matches the path from a position, or -1.
 *
 * @param {TreeNode} node
 * @param {string} path
 * @param {number} position
 * @param {boolean} wholeSegments whether a text must end where a segment does
 * @returns {{ end: number, value?: string } | null}
 */
function match(node, path, position, wholeSegments) {
  if (!path.startsWith(node.text, position)) return null
  const start = position + node.text.length
  if (node.kind === 'wildcard') {
    return { end: path.length, value: path.slice(start) }
  }
  const slash = path.indexOf('/', start)
  const segmentEnd = slash === -1 ? path.length : slash
  if (node.kind === 'parameter') {
    if (segmentEnd === start) return null
    return { end: segmentEnd, value: path.slice(start, segmentEnd) }
  }
  const cut = wholeSegments && node.text !== '' && segmentEnd !== start
  return cut ? null : { end: start }
}

/**
 * Looks a path up: static text before parameters before wildcards, and back
 * to the last node with another way when one leads nowhere.
 *
 * @param {TreeNode} root
 * @param {string} path
 * @param {{ backtracking?: boolean, wholeSegments?: boolean }} [options]
 *   without backtracking the first way that can be taken is the only one
 * @returns {Step[]} the last is `found` or `lost`
 */
export function walk(root, path, options = {}) {
  const { backtracking = true, wholeSegments = false } = options
  /** @type {Step[]} */
  const steps = []

  /**
   * @param {TreeNode} node that matched up to the position
   * @param {number} position
   * @param {string[]} values
   * @returns {boolean} whether the lookup is over
   */
  function visit(node, position, values) {
    if (position === path.length && node.route !== null) {
      steps.push({ type: 'found', node, position, values })
      return true
    }
    let isSecondTry = false
    for (const child of node.children) {
      if (isSecondTry) {
        if (!backtracking) break
        steps.push({ type: 'back', node, position, values })
        isSecondTry = false
      }
      const matched = match(child, path, position, wholeSegments)
      if (!matched) {
        steps.push({ type: 'mismatch', node: child, position, values })
        continue
      }
      const { end, value } = matched
      const captured = value === undefined ? values : [...values, value]
      steps.push({
        type: value === undefined ? 'enter' : 'capture',
        node: child,
        position: end,
        values: captured,
        ...(value !== undefined && { value }),
      })
      if (visit(child, end, captured)) return true
      isSecondTry = true
    }
    steps.push({ type: 'dead', node, position, values })
    return false
  }

  const matched = match(root, path, 0, wholeSegments)
  if (!matched) {
    steps.push({ type: 'mismatch', node: root, position: 0, values: [] })
  } else {
    const { end } = matched
    steps.push({ type: 'enter', node: root, position: end, values: [] })
    if (visit(root, end, [])) return steps
  }
  steps.push({ type: 'lost', node: root, position: 0, values: [] })
  return steps
}

/**
 * Every node, from the root down, in the order in which they are drawn.
 *
 * @param {TreeNode} root
 * @returns {Generator<{ node: TreeNode, depth: number }>}
 */
export function* nodesOf(root, depth = 0) {
  yield { node: root, depth }
  for (const child of root.children) yield* nodesOf(child, depth + 1)
}

/**
 * What adding a route has done to the nodes.
 *
 * @param {TreeNode | null} before
 * @param {TreeNode} after
 * @returns {Map<string, 'new' | 'split' | 'ends'>} by id: a node that was not
 *   there, one whose text has been cut in two, one where a route ends now
 */
export function changes(before, after) {
  /** @type {Map<string, TreeNode>} */
  const known = new Map()
  if (before) for (const { node } of nodesOf(before)) known.set(node.id, node)
  /** @type {Map<string, 'new' | 'split' | 'ends'>} */
  const found = new Map()
  for (const { node } of nodesOf(after)) {
    const old = known.get(node.id)
    if (!old) found.set(node.id, 'new')
    else if (old.label !== node.label) found.set(node.id, 'split')
    else if (old.route !== node.route) found.set(node.id, 'ends')
  }
  return found
}
