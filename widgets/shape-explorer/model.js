/**
 * V8's rules for the shapes of plain objects. The test asks V8 for each of
 * them; in the page they are only followed.
 */

/** @typedef {'added' | 'literal' | 'deleted' | 'bare'} Way */
/**
 * @typedef {object} Recipe
 * @property {string[]} keys in the order in which the object gets them
 * @property {Way} way `added` to `{}` one after another; written in a
 *   `literal`; added, and the first one `deleted` again; added to a `bare`
 *   object, which has no prototype
 */
/**
 * @typedef {object} Shape a node of the tree of transitions
 * @property {string} key by which it was reached; '' for a root
 * @property {number} room for so many properties in the object itself
 * @property {number[]} objects those that have this shape, by index
 * @property {number | null} number of the shape, from 1; null: no object's
 * @property {Shape[]} children
 */

/** So many properties of `{}` are kept in the object itself. */
const ROOM = 4

/** How many shapes a place in the code remembers. */
export const MOST = 4

/** What is set by this name is no key. */
const NO_KEYS = ['', '__proto__']

/**
 * @param {string} text keys with commas or spaces between
 * @returns {string[]} each once
 */
export const keysOf = (text) => [
  ...new Set(text.split(/[\s,]+/).filter((key) => !NO_KEYS.includes(key))),
]

/** V8 keeps what has an index apart; it is no part of the shape. */
const isIndex = (/** @type {string} */ key) => /^(0|[1-9]\d{0,8})$/.test(key)

/**
 * @param {Recipe} recipe
 * @returns {{ room: number, keys: string[] } | null} null: a dictionary, which
 *   has no shape
 */
export function shapeOf({ keys, way }) {
  if (way === 'bare') return null
  if (way === 'deleted' && keys.length > 0) {
    // What has an index is taken away without a trace.
    return isIndex(keys[0]) ? shapeOf({ keys, way: 'added' }) : null
  }
  const names = keys.filter((key) => !isIndex(key))
  const isLiteral = way === 'literal' && names.length > 0
  return { room: isLiteral ? names.length : ROOM, keys: names }
}

/**
 * @param {Recipe[]} recipes
 * @returns {{ roots: Shape[], dictionaries: number[], shapes: number }}
 */
export function explore(recipes) {
  /** @type {Shape[]} */
  const roots = []
  /** @type {number[]} */
  const dictionaries = []
  let shapes = 0
  for (const [index, recipe] of recipes.entries()) {
    const shape = shapeOf(recipe)
    if (shape === null) {
      dictionaries.push(index)
      continue
    }
    let node = stepTo(roots, '', shape.room)
    for (const key of shape.keys) node = stepTo(node.children, key, shape.room)
    node.number ??= ++shapes
    node.objects.push(index)
  }
  return { roots, dictionaries, shapes }
}

/**
 * @param {Shape[]} among
 * @param {string} key
 * @param {number} room
 */
function stepTo(among, key, room) {
  const known = among.find((one) => one.key === key && one.room === room)
  if (known) return known
  const made = { key, room, objects: [], number: null, children: [] }
  among.push(made)
  return made
}

/**
 * @param {number} shapes at one place
 * @returns {'uninitialized' | 'monomorphic' | 'polymorphic' | 'megamorphic'}
 */
export function stateOf(shapes) {
  if (shapes === 0) return 'uninitialized'
  if (shapes === 1) return 'monomorphic'
  return shapes <= MOST ? 'polymorphic' : 'megamorphic'
}
