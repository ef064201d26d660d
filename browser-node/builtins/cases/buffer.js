/** @import { Case } from '../compare.fixture.js' */

/** @param {(Buffer: any) => unknown} run @returns {Case} */
const on = (run) =>
  Object.assign((/** @type {any} */ { buffer }) => run(buffer.Buffer), {
    toString: () => String(run),
  })

/** @type {Case[]} */
export const cases = [
  // Encodings.
  on((B) => B.from('joão €👩‍🚀').toString('base64url')),
  on((B) => B.from('joão €👩‍🚀').toString('base64')),
  on((B) => B.from('_-8', 'base64url')),
  on((B) => B.from('aGk=', 'base64').toString()),
  on((B) => B.from('a G\nk=x', 'base64').toString()),
  on((B) => B.from('616263zz61', 'hex')),
  on((B) => B.from('abc', 'hex')),
  on((B) => B.from('é').toString('latin1')),
  on((B) => B.from('é€', 'latin1')),
  on((B) => B.from('aé').toString('ascii')),
  on((B) => B.from('ab').toString('ucs2')),
  on((B) => B.from('a€', 'utf16le')),
  on((B) => B.from('a', 'x')),
  on((B) => B.alloc(2).toString('nope')),
  on((B) => B.isEncoding('UTF-8')),
  on((B) => [B.isEncoding('base64url'), B.isEncoding('x'), B.isEncoding()]),
  on((B) => B.from('a\ud800b')),
  on((B) => B.byteLength('a€👩x\ud800')),
  on((B) => B.byteLength('aGk=', 'base64')),
  on((B) => B.byteLength('abc', 'hex')),
  on((B) => B.byteLength(new ArrayBuffer(3))),
  on((B) => B.byteLength(3)),
  // What is no UTF-8.
  on((B) => B.from([0xe2, 0x82, 0xff, 0xf0, 0x9f]).toString()),
  on((B) => B.from([0xe2, 0x82]).toString()),
  on((B) => B.from([0xc0, 0x80, 0xed, 0xa0, 0x80]).toString()),
  on((B) => B.from([0xef, 0xbb, 0xbf, 0x61]).toString()),
  // Making them.
  on((B) => B.from(3)),
  on((B) => B.from(undefined)),
  on((B) => B.from(null)),
  on((B) => B.from({})),
  on((B) => B.from([256, -1, '3', 1.9])),
  on((B) => B.from({ length: 2, 0: 5 })),
  on((B) => B.from(B.from('abc').toJSON())),
  on((B) => B.from(new ArrayBuffer(4), 1, 2)),
  on((B) => B.from(new Uint16Array([1, 513]))),
  on((B) => B.of(1, 2)),
  on((B) => B.alloc(-1)),
  on((B) => B.alloc('x')),
  on((B) => B.alloc(5, 'ab')),
  on((B) => B.alloc(2, 'zz', 'hex')),
  on((B) => B.alloc(60)),
  on((B) => B.allocUnsafe(3).length),
  on((B) => B.concat('a')),
  on((B) => B.concat([1])),
  on((B) => B.concat([B.from('a'), new Uint8Array(2)], 6)),
  on((B) => B.concat([B.from('abc'), B.from('def')], 4).toString()),
  on((B) => B.concat([])),
  // Small ones share memory, and it is Node's amount of it.
  on((B) => B.from('a').buffer === B.from('b').buffer),
  on((B) => B.alloc(1).buffer.byteLength),
  on((B) => B.poolSize),
  on((B) => B.from('abc').subarray(1).buffer === B.from('abc').buffer),
  on((B) => {
    const [a, b] = [B.from('abc'), B.from('d')]
    return b.byteOffset - a.byteOffset
  }),
  // Parts and places.
  on((B) => B.from('abcdef').subarray(1, -1).toString()),
  on((B) => B.from('abcdef').slice(-3, 9).toString()),
  on((B) => B.from('abc').toString('utf8', 1, 2)),
  on((B) => B.from('abc').toString('utf8', -1, 9)),
  on((B) => B.from('hello').indexOf('l', 3)),
  on((B) => B.from('hello').lastIndexOf('l')),
  on((B) => B.from('hello').indexOf(B.from('lo'))),
  on((B) => B.from('hello').indexOf(new Uint8Array([0x6c]))),
  on((B) => B.from('hello').indexOf(0x6f)),
  on((B) => B.from('hello').includes('')),
  on((B) => B.from('hello').indexOf('', 9)),
  on((B) => B.alloc(4).indexOf({})),
  on((B) => B.from('abcdef').copy(B.alloc(3), 0, 2)),
  on((B) => B.from('abc').copy(new Uint8Array(2))),
  on((B) => B.from('abc').compare(B.from('abd'))),
  on((B) => B.compare('a', 'b')),
  on((B) => B.from('a').equals(new Uint8Array([97]))),
  on((B) => B.alloc(4).equals('a')),
  on((B) => B.from('test').swap16().toString()),
  on((B) => B.from('tes').swap16),
  on((B) => [...B.from('ab').entries()]),
  on((B) => B.from('abc').map((/** @type {number} */ x) => x + 1)),
  on((B) => B.from('abc').filter((/** @type {number} */ x) => x > 97)),
  on((B) => B.from('test').at(-1)),
  on((B) => B.from('abc').toJSON()),
  on((B) => B.isBuffer(new Uint8Array(1))),
  on((B) => B.from('a') instanceof Uint8Array),
  on((B) => Object.prototype.toString.call(B.from('a'))),
  // Writing.
  on((B) => {
    const bytes = B.alloc(6)
    return [bytes.write('a€€'), bytes]
  }),
  on((B) => B.from('abc').write('zz', 1, 1, 'latin1')),
  on((B) => B.from('abc').write('7a', 'hex')),
  on((B) => B.alloc(2).write(3)),
  on((B) => B.alloc(2).write('a', 3)),
  on((B) => B.from('ab').fill('é')),
  on((B) => B.alloc(4).fill('')),
  on((B) => B.alloc(3).fill(257)),
  on((B) => B.alloc(4).fill('x', 'y')),
  on((B) => B.alloc(4).fill('ab', 1, 3)),
  // Numbers.
  on((B) => B.from('abc').readUIntBE(0, 3)),
  on((B) => B.from('test').readInt16LE()),
  on((B) => B.from('abcdefgh').readBigInt64LE(0)),
  on((B) => B.from('test').readBigInt64LE(0)),
  on((B) => B.from('abcdefgh').readDoubleBE()),
  on((B) => B.alloc(8).writeBigUInt64BE(5n)),
  on((B) => B.alloc(8).writeDoubleBE(1.5)),
  // The module.
  ({ buffer }) => buffer.isUtf8(new Uint8Array([0xff])),
  ({ buffer }) => buffer.constants,
]
