/** Bytes that are UTF-8, or are not, in groups: the cases 6.5 to 6.23. */
import { Buffer, isUtf8 } from 'node:buffer'

/** κόσμε */
const WORD = 'cebae1bdb9cf83cebcceb5'

/** @param {number} from @param {number} to the first one that is left out */
const bytes = (from, to) =>
  Array.from({ length: to - from }, (_, i) => (from + i).toString(16))

/** Sequences that end too soon. */
const CUT =
  'c0 e080 f08080 f8808080 fc80808080 df efbf f7bfbf fbbfbfbf fdbfbfbfbf'

/** The last two code points of each plane stand for no character (§3.4 of Unicode). */
const NON_CHARACTERS = ['f0', 'f1', 'f2', 'f3', 'f4']
  .flatMap((first) => ['8f', '9f', 'af', 'bf'].map((next) => first + next))
  .flatMap((start) => [`${start}bfbe`, `${start}bfbf`])
  .filter((text) => isUtf8(Buffer.from(text, 'hex')))

/** @param {string} character in the middle of ASCII */
const between = (character) => `68656c6c6f${character}776f726c64`

/** The groups as hexadecimal digits, in the order of their numbers. */
const GROUPS = [
  ['24', 'c2a2', 'e282ac', 'f0a4ada2'].map(between).concat(WORD).join(' '),
  Array.from({ length: 11 }, (_, i) => WORD.slice(0, 2 * i + 2)).join(' '),
  '00 c280 e0a080 f0908080',
  'f888808080 fc8480808080',
  '7f dfbf efbfbf f48fbfbf',
  'f7bfbfbf fbbfbfbfbf fdbfbfbfbfbf',
  'ed9fbf ee8080 efbfbd f48fbfbf f4908080',
  `80 bf 80bf 80bf80 80bf80bf 80bf80bf80 80bf80bf80bf ${bytes(0x80, 0xbf).join('')}`,
  [
    [0xc0, 0xdf],
    [0xe0, 0xef],
    [0xf0, 0xf7],
    [0xf8, 0xfb],
    [0xfc, 0xfd],
  ]
    .map(([from, to]) => bytes(from, to).join('20').concat('20'))
    .join(' '),
  CUT,
  CUT.replaceAll(' ', ''),
  'fe ff fefeffff',
  'c0af e080af f08080af f8808080af fc80808080af',
  'c1bf e09fbf f08fbfbf f887bfbfbf fc83bfbfbfbf',
  'c080 e08080 f0808080 f880808080 fc8080808080',
  'eda080 edadbf edae80 edafbf edb080 edbe80 edbfbf',
  'eda080edb080 eda080edbfbf edadbfedb080 edadbfedbfbf edae80edb080 edae80edbfbf edafbfedb080 edafbfedbfbf',
  ['efbfbe', 'efbfbf', ...NON_CHARACTERS].join(' '),
  'efbfb9 efbfba efbfbb efbfbc efbfbd efbfbe efbfbf',
]

export const texts = GROUPS.flatMap((group, i) =>
  group.split(' ').map((digits, j) => ({ id: `6.${i + 5}.${j + 1}`, digits })),
)
