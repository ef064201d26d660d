/**
 * The figures of a text: numbers with a unit, in digits or in words, in English
 * or in Portuguese.
 */
import { scan } from '../book-model/markdown.js'

/**
 * @typedef {object} Quantity
 * @property {string} unit such as `µs`
 * @property {number} value in that unit
 */
/**
 * @typedef {object} Figure
 * @property {string} key such as `20 µs`: the same in every language
 * @property {Quantity} quantity
 * @property {string} text as it stands on the page
 * @property {number} line from 1
 */

/** Units by the words and signs that stand for them. */
const units = {
  ns: 'ns|nanoseconds?|nanossegundos?',
  µs: 'µs|microseconds?|microssegundos?',
  ms: 'ms|milliseconds?|milissegundos?',
  s: 's|seconds?|segundos?',
  '%': '%|percent(?! sign)|por cento',
  B: 'B|bytes?',
  KB: 'kB|kilobytes?|quilobytes?',
  KiB: 'KiB|kibibytes?',
  MB: 'MB|megabytes?',
  MiB: 'MiB|mebibytes?',
  GB: 'GB|gigabytes?',
  GiB: 'GiB|gibibytes?',
  '/s': 'req/s|(?:requests|lines|requisições|linhas) (?:per|a|por) (?:second|segundo)',
  times: 'times|vezes|-?fold',
}

/** @type {Record<string, number>} */
const words = {
  one: 1,
  um: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  eighty: 80,
  ninety: 90,
  dois: 2,
  duas: 2,
  três: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  quinze: 15,
  dezesseis: 16,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  oitenta: 80,
  noventa: 90,
  cem: 100,
}

/** @type {Record<string, number>} */
const multiples = {
  hundred: 100,
  thousand: 1000,
  mil: 1000,
  million: 1e6,
  milhão: 1e6,
  milhões: 1e6,
}

/** Orders of magnitude: `hundreds of nanoseconds`. @type {Record<string, string>} */
const orders = {
  'few hundred': '100s',
  hundreds: '100s',
  centenas: '100s',
  'few thousand': '1000s',
  thousands: '1000s',
  milhares: '1000s',
}

/** Parts of a thing, which are figures without a unit: `one lookup in ten`. */
const parts = {
  '1/10':
    'a tenth of an? \\p{L}+|one \\p{L}+ in ten(?! thousand)|um décimo d\\p{L}+ \\p{L}+|um[a]? \\p{L}+ em (?:cada )?dez(?! mil)',
  '1/100':
    'a hundredth|one \\p{L}+ in a hundred(?! thousand)|um centésimo|um[a]? \\p{L}+ em (?:cada )?cem(?! mil)',
}

const digits = '\\d+(?:[.,\\u00a0]\\d+)*'
const either = (/** @type {object} */ table) => Object.keys(table).join('|')
const compound = `(?:${either(words)})(?:(?:-| e )(?:${either(words)}))?`
/** `ten thousand`, `16 thousand`, `thousand` */
const multiple = `(?:(?:${digits}|${compound})\\s)?(?:${either(multiples)})`
const inWords = `${either(orders)}|${multiple}|${compound}`
/** Between a number and its unit. */
const gap = '(?:\\s|\\u00a0|-| of | de )'
/**
 * In words, `three times` is mostly a count of what is done. It is a figure
 * where something is compared: `three times as long`, `três vezes o tamanho`.
 */
const isCount =
  '(?!times(?!\\s(?:as|its|their|the|more|less|longer|larger|slower|faster)\\s)|vezes(?!\\s(?:mais|menos|maior|menor|tanto|seu|sua|o|a(?! cada)|os|as)\\s))'
const anyUnit = Object.entries(units).map(([name, text]) => ({
  name,
  pattern: new RegExp(`^(?:${text})$`, 'iu'),
}))
const unit = Object.values(units).join('|')
/** A letter behind the unit would make it another word. */
const end = '(?![\\p{L}\\d])'
/** In prose, `the 1980s` are no seconds. */
const inProse = new RegExp(
  `(?<![\\p{L}\\d.,§/-])(?:(${digits})(?:${gap})?(?!s${end})|(${digits})${gap}|(${inWords})${gap}${isCount})(${unit})${end}`,
  'giu',
)
/** In code, there are no words, and `-d3s` and `=5s` are numbers, too. */
const inCode = new RegExp(
  `(?<![\\d.,])(${digits})(?:${gap})?(${unit})${end}`,
  'giu',
)
const anyPart = Object.entries(parts).map(([key, text]) => ({
  key,
  pattern: new RegExp(`(?<!\\p{L})(?:${text})(?!\\p{L})`, 'giu'),
}))

/**
 * @param {string} text such as `1,234.5`, as a language writes numbers
 * @param {string} language
 */
function digitsValue(text, language) {
  const [thousands, point] = language === 'pt-BR' ? ['.', ','] : [',', '.']
  return Number(
    text.replaceAll(thousands, '').replaceAll('\u00a0', '').replace(point, '.'),
  )
}

/**
 * @param {string} text `ten thousand`
 * @param {string} language
 */
function wordsValue(text, language) {
  const list = text.toLowerCase().split(/\s(?:e\s)?|-/)
  const factor = multiples[list.at(-1) ?? '']
  const rest = factor === undefined ? list : list.slice(0, -1)
  if (rest.length === 0) return factor
  const values = rest.map((word) => words[word] ?? digitsValue(word, language))
  return values.reduce((sum, value) => sum + value, 0) * (factor ?? 1)
}

/**
 * What a reader reads as prose: no code, no directives, no targets of links.
 *
 * @param {string} text of a page
 * @returns {string[]} its lines
 */
export function proseOf(text) {
  const lines = text.split('\n')
  for (const block of scan(text)) {
    if (block.type !== 'fence') continue
    lines.fill('', block.start, block.end + 1)
  }
  return lines.map((line) =>
    line
      .replace(/<!--.*?-->/g, '')
      .replace(/`[^`]*`/g, '``')
      .replace(/\{\{[^}]*\}\}/g, '{{}}')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/<[^>]*>/g, '')
      .replace(/https?:\S+/g, ''),
  )
}

/**
 * `one second`, and `duas vezes`, which is twice: hardly ever a figure.
 *
 * @param {number} value of a word
 * @param {string} unit
 */
const isPlain = (value, unit) =>
  (value === 1 && unit !== '%') || (value === 2 && unit === 'times')

/** @param {string} text such as `seconds` */
const unitNamed = (text) =>
  anyUnit.find(({ pattern }) => pattern.test(text))?.name ?? ''

/**
 * @param {string} line
 * @param {string} language
 * @returns {Omit<Figure, 'line'>[]}
 */
const figuresIn = (line, language) =>
  [...line.matchAll(inProse)].flatMap(([text, near, apart, word, name]) => {
    const unit = unitNamed(name)
    const order = orders[word?.toLowerCase()]
    if (order) {
      return [{ key: `${order} ${unit}`, quantity: { unit, value: 0 }, text }]
    }
    const value = word
      ? wordsValue(word, language)
      : digitsValue(near ?? apart, language)
    if (word && isPlain(value, unit)) return []
    return [{ key: `${value} ${unit}`, quantity: { unit, value }, text }]
  })

/**
 * @param {string} line
 * @returns {Omit<Figure, 'line'>[]}
 */
const partsIn = (line) =>
  anyPart.flatMap(({ key, pattern }) =>
    [...line.matchAll(pattern)].map(([text]) => ({
      key,
      quantity: { unit: key, value: 0 },
      text,
    })),
  )

/**
 * @param {string} text of a page
 * @param {string} language
 * @returns {Figure[]}
 */
export const figuresOf = (text, language) =>
  proseOf(text).flatMap((line, i) =>
    [...figuresIn(line, language), ...partsIn(line)].map((figure) => ({
      ...figure,
      line: i + 1,
    })),
  )

/**
 * @param {string} text of a program, or of what it printed
 * @returns {Quantity[]} the numbers in it that have their unit beside them
 */
export const quantitiesIn = (text) =>
  [...text.matchAll(inCode)].map(([, number, name]) => ({
    unit: unitNamed(name),
    value: digitsValue(number, 'en'),
  }))

/** What is measured, and how many of the smallest unit make one of each. */
const sizes = /** @type {Record<string, [string, number]>} */ ({
  ns: ['time', 1],
  µs: ['time', 1e3],
  ms: ['time', 1e6],
  s: ['time', 1e9],
  B: ['size', 1],
  KB: ['size', 1e3],
  KiB: ['size', 1024],
  MB: ['size', 1e6],
  MiB: ['size', 1024 ** 2],
  GB: ['size', 1e9],
  GiB: ['size', 1024 ** 3],
})

/**
 * @param {Quantity} quantity
 * @returns {string} the same for `2 s` and `2000 ms`, another for `2 KB` than
 *   for `2 KiB`
 */
export function canonical({ unit, value }) {
  const [kind, size] = sizes[unit] ?? [unit, 1]
  return `${Number((value * size).toPrecision(12))} ${kind}`
}

/**
 * @param {string} key `16 KiB`
 * @returns {string} the same for keys of the same quantity
 */
export function canonicalKey(key) {
  const [value, unit] = key.split(' ')
  return Number.isNaN(Number(value)) || !unit
    ? key
    : canonical({ unit, value: Number(value) })
}
