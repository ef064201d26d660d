/**
 * Writes a song of a minute: a WAV file of one channel, 44,100 samples a second
 * and 8 bits each.
 */
const RATE = 44_100
const SECONDS = 60

const song = Buffer.alloc(44 + RATE * SECONDS)
song.write('RIFF')
song.write('WAVE', 8)
song.write('fmt ', 12)
song.writeUInt32LE(song.length - 8, 4)
song.writeUInt32LE(16, 16)
song.writeUInt16LE(1, 20)
song.writeUInt16LE(1, 22)
song.writeUInt32LE(RATE, 24)
song.writeUInt32LE(RATE, 28)
song.writeUInt16LE(1, 32)
song.writeUInt16LE(8, 34)
song.write('data', 36)
song.writeUInt32LE(song.length - 44, 40)
for (let i = 0; i < RATE * SECONDS; i++) {
  const time = i / RATE
  // A whistle that rises twice a second.
  const phase = 2 * Math.PI * (900 * time + 700 * (time % 0.5) ** 2)
  song[44 + i] = 128 + 60 * Math.sin(phase)
}
process.stdout.write(song)
