/**
 * The figures of a text: numbers with a unit, in digits or in words, in English
 * or in Portuguese.
 */
import { scan } from '../book-model/markdown.js'

/** @typedef {{ unit: string, value: number }} Quantity the value in that unit */
/** @typedef {{ quantity: Quantity, text: string, line: number }} Figure */

/**
 * What each unit measures, how many of the smallest one it is, and the words
 * and signs that stand for it.
 *
 * @type {[string, string, number, string][]}
 */
const units = [
  ['ns', 'time', 1, 'ns|nanoseconds?|nanossegundos?'],
  ['µs', 'time', 1e3, 'µs|microseconds?|microssegundos?'],
  ['ms', 'time', 1e6, 'ms|milliseconds?|milissegundos?'],
  ['s', 'time', 1e9, 's|seconds?|segundos?'],
  ['%', '%', 1, '%|percent(?! sign)|por cento'],
  ['B', 'size', 1, 'B|bytes?'],
  ['KB', 'size', 1e3, 'kB|kilobytes?|quilobytes?'],
  ['KiB', 'size', 1024, 'KiB|kibibytes?'],
  ['MB', 'size', 1e6, 'MB|megabytes?'],
  ['MiB', 'size', 1024 ** 2, 'MiB|mebibytes?'],
  ['GB', 'size', 1e9, 'GB|gigabytes?'],
  ['GiB', 'size', 1024 ** 3, 'GiB|gibibytes?'],
  [
    '/s',
    '/s',
    1,
    'req/s|(?:requests|lines|requisições|linhas) (?:per|a|por) (?:second|segundo)',
  ],
  ['times', 'times', 1, 'times|vezes|-?fold'],
]

/** @type {Map<string, number>} */
const words = new Map(
  `1 one um,2 two dois duas,3 three três,4 four quatro,5 five cinco,6 six seis,
  7 seven sete,8 eight oito,9 nine nove,10 ten dez,11 eleven onze,
  12 twelve doze,15 fifteen quinze,16 sixteen dezesseis,20 twenty vinte,
  30 thirty trinta,40 forty quarenta,50 fifty cinquenta,60 sixty sessenta,
  80 eighty oitenta,90 ninety noventa,100 cem`
    .split(',')
    .map((entry) => entry.trim().split(' '))
    .flatMap(([value, ...names]) => names.map((name) => [name, Number(value)])),
)

/** @type {Map<string, number>} */
const multiples = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['mil', 1000],
  ['million', 1e6],
  ['milhão', 1e6],
  ['milhões', 1e6],
])

const digits = '\\d+(?:[.,\\u00a0]\\d+)*'
const word = [...words.keys()].join('|')
const compound = `(?:${word})(?:(?:-| e )(?:${word}))?`
/** `ten thousand`, `16 thousand`, `thousand` */
const multiple = `(?:(?:${digits}|${compound})\\s)?(?:${[...multiples.keys()].join('|')})`
const inWords = `${multiple}|${compound}`
/** Between a number and its unit. */
const gap = '(?:\\s|\\u00a0|-| of | de )'
/**
 * In words, `three times` is mostly a count of what is done. It is a figure
 * where something is compared: `three times as long`, `três vezes o tamanho`.
 */
const isCount =
  '(?!times(?!\\s(?:as|its|their|the|more|less|longer|larger|slower|faster)\\s)|vezes(?!\\s(?:mais|menos|maior|menor|tanto|seu|sua|o|a(?! cada)|os|as)\\s))'
const unit = units.map(([, , , pattern]) => pattern).join('|')
/** A letter behind the unit would make it another word. */
const end = '(?![\\p{L}\\d])'
/** In prose, `the 1980s` are no seconds, nor is `a few hundred` a number. */
const inProse = new RegExp(
  `(?<![\\p{L}\\d.,§/-]|few )(?:(${digits})(?:${gap})?(?!s${end})|(${digits})${gap}|(${inWords})${gap}${isCount})(${unit})${end}`,
  'giu',
)
/** In code, there are no words, and `-d3s` and `=5s` are numbers, too. */
const inCode = new RegExp(
  `(?<![\\d.,])(${digits})(?:${gap})?(${unit})${end}`,
  'giu',
)

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

/** @param {string} text `ten thousand` @param {string} language */
function wordsValue(text, language) {
  const list = text.toLowerCase().split(/\s(?:e\s)?|-/)
  const factor = multiples.get(list.at(-1) ?? '')
  const rest = factor === undefined ? list : list.slice(0, -1)
  if (rest.length === 0) return factor ?? 0
  const values = rest.map((one) => words.get(one) ?? digitsValue(one, language))
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
    if (block.type === 'fence') lines.fill('', block.start, block.end + 1)
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

/** @param {string} text such as `seconds` @returns {string} `s` */
const unitNamed = (text) =>
  units.find(([, , , pattern]) =>
    new RegExp(`^(?:${pattern})$`, 'iu').test(text),
  )?.[0] ?? ''

/**
 * @param {string} text of a page
 * @param {string} language
 */
export const figuresOf = (text, language) =>
  proseOf(text).flatMap((line, i) =>
    [...line.matchAll(inProse)].flatMap(([text, near, apart, word, name]) => {
      const unit = unitNamed(name)
      const value = word
        ? wordsValue(word, language)
        : digitsValue(near ?? apart, language)
      // `one second`, and `duas vezes`, which is twice: hardly ever a figure.
      const isPlain =
        (value === 1 && unit !== '%') || (value === 2 && unit === 'times')
      if (word && isPlain) return []
      return [{ quantity: { unit, value }, text, line: i + 1 }]
    }),
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

/**
 * @param {Quantity} quantity
 * @returns {string} the same for `2 s` and `2000 ms`, another for `2 KB` than
 *   for `2 KiB`
 */
export function canonical({ unit, value }) {
  const [, kind, size] = units.find(([name]) => name === unit) ?? ['', unit, 1]
  return `${Number((value * size).toPrecision(12))} ${kind}`
}
