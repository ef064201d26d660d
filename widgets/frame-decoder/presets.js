import { CLOSE, FIN, PING, TEXT } from '../../code/ch20/lib/realtime/frames.js'
import { linesOf, makeFrame, makeFrames } from './model.js'

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text)

/** A message in three frames, and a ping before the last one. */
function interrupted() {
  const [first, second, third] = makeFrames('lighthouse: 12 waiting', 3)
  const ping = makeFrame(FIN + PING, bytesOf('there?'), 3)
  return [first, second, ping, third]
}

const going = makeFrame(
  FIN + CLOSE,
  Uint8Array.from([0x03, 0xe9, ...bytesOf('See you')]),
)

/** What a reader begins with, unless a preset is made of another text. */
export const OWN = { text: 'Hello', count: 1 }

/**
 * Texts that become frames, or bytes to try in hexadecimal.
 *
 * @type {Record<string, { text: string, count: number } | string>}
 */
export const presets = {
  hello: OWN,
  interrupted: linesOf(interrupted()),
  character: { text: 'Niño', count: 2 },
  long: { text: 'The 18:10 is late. '.repeat(7).slice(0, 126), count: 1 },
  gigabyte: '81 ff 00 00 00 00 40 00 00 00 37 fa 21 3d',
  close: linesOf([going]),
  bare: '81 05 48 65 6c 6c 6f',
  reserved: linesOf([makeFrame(FIN + 3, new Uint8Array())]),
  notText: linesOf([makeFrame(FIN + TEXT, Uint8Array.of(0x48, 0xc3, 0x28))]),
}

/** @param {string} name @returns {string} in hexadecimal */
export function hexOf(name) {
  const preset = presets[name]
  if (typeof preset === 'string') return preset
  return linesOf(makeFrames(preset.text, preset.count))
}
