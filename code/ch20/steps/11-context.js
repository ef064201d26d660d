import zlib from 'node:zlib'

const finishFlush = zlib.constants.Z_SYNC_FLUSH
const updates = Array.from({ length: 200 }, (_, i) =>
  JSON.stringify({
    boat: i % 2 ? 'Tala' : 'Ligaya',
    time: `${6 + (i % 18)}:${10 + (i % 50)}`,
    state: ['on time', 'late', 'cancelled', 'sailed'][(i * 7) % 4],
    minutes: (i * 13) % 50,
  }),
)

/** @type {Buffer | undefined} the last 32 KiB of what went before */
let past
let plain = 0
let alone = 0
let together = 0
for (const text of updates) {
  plain += text.length
  alone += zlib.deflateRawSync(text, { finishFlush }).length - 4
  const options = { finishFlush, dictionary: past }
  together += zlib.deflateRawSync(text, options).length - 4
  past = Buffer.from(`${past ?? ''}${text}`).subarray(-32_768)
}
console.log(`${plain} bytes, as they are`)
console.log(`${alone}, each of them alone`)
console.log(`${together}, with those before it in mind`)
