/** Types of TypeDoc's JSON as people write them. */

/**
 * @typedef {{ [name: string]: any, children?: Json[], parameters?: Json[],
 *   signatures?: Json[], types?: Json[], blockTags?: Json[] }} Json of TypeDoc:
 *   its models/schema
 */

/** @param {Json[]} types @param {string} separator */
const joined = (types, separator) => types.map(typeText).join(separator)

/** @param {Json[] | undefined} types */
const typeArguments = (types) =>
  types?.length ? `<${joined(types, ', ')}>` : ''

/** @param {Json} type whether it needs parentheses beside `|` and `[]` */
const isLoose = ({ type, declaration }) =>
  ['union', 'intersection'].includes(type) ||
  (type === 'reflection' && Boolean(declaration.signatures))

/** @param {Json} type */
const tight = (type) => (isLoose(type) ? `(${typeText(type)})` : typeText(type))

/** @param {Json} signature */
function signatureText({ parameters = [], type }) {
  const names = parameters.map(
    ({ name, flags = {}, type: own }) =>
      `${flags.isRest ? '...' : ''}${name}${flags.isOptional ? '?' : ''}: ${typeText(own)}`,
  )
  return `(${names.join(', ')}) => ${typeText(type)}`
}

/** @param {Json} declaration without a name @returns {string} */
function declarationText({ signatures, children = [] }) {
  if (signatures) return signatureText(signatures[0])
  const members = children.map(({ name, flags = {}, ...one }) => {
    const type = one.type ? typeText(one.type) : declarationText(one)
    return `${name}${flags.isOptional ? '?' : ''}: ${type}`
  })
  return members.length > 0 ? `{ ${members.join(', ')} }` : 'object'
}

/** What handlers and middleware are called, whatever TypeScript needs. */
const names = new Map([['Layer', 'Middleware']])

/**
 * Whether the arguments of a type say nothing: those of Node's own types, such
 * as Buffer<ArrayBufferLike>, and those that stand for what middleware adds.
 *
 * @param {string} name
 * @param {string} from its package
 * @param {Json[]} [given]
 */
const isPlain = (name, from, given = []) =>
  from === '@types/node' ||
  name === 'Uint8Array' ||
  (/^(Router|Middleware)$/.test(name) &&
    given.every(({ type }) => type === 'reference' || type === 'intersection'))

/** @type {Record<string, (type: Json) => string>} by TypeDoc's name of a kind */
const texts = {
  intrinsic: ({ name }) => name,
  literal: ({ value }) =>
    typeof value === 'string' ? `'${value}'` : String(value?.value ?? value),
  reference: ({ name, typeArguments: given, package: from }) => {
    const shown = names.get(name) ?? name
    return isPlain(shown, from, given)
      ? shown
      : `${shown}${typeArguments(given)}`
  },
  array: ({ elementType }) => `${tight(elementType)}[]`,
  union: ({ types = [] }) => types.map(tight).join(' | '),
  intersection: ({ types = [] }) => types.map(tight).join(' & '),
  typeOperator: ({ operator, target }) => `${operator} ${tight(target)}`,
  indexedAccess: ({ objectType, indexType }) =>
    `${typeText(objectType)}[${typeText(indexType)}]`,
  unknown: ({ name }) => name,
  mapped: () => '{ … }',
  reflection: ({ declaration }) => declarationText(declaration),
}

/**
 * @param {Json | undefined} type
 * @returns {string}
 * @throws {Error} for a kind of type that no signature had so far
 */
export function typeText(type) {
  if (type === undefined) return 'unknown'
  const text = texts[type.type]
  if (text) return text(type)
  throw new Error(
    `got a type of the kind "${type.type}", expected one of ${Object.keys(texts).join(', ')}; add it to tools/reference/types.js`,
  )
}

/**
 * @param {any} json a type, or a part of one
 * @returns {number[]} ids of the reflections that it names
 */
export function targetsOf(json) {
  if (json === null || typeof json !== 'object') return []
  const own = json.type === 'reference' && typeof json.target === 'number'
  return [
    ...(own ? [json.target] : []),
    ...Object.values(json).flatMap(targetsOf),
  ]
}
