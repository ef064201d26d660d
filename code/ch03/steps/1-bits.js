const text = 'joão 👩‍🚀'

for (const character of text) {
  const codePoint = character.codePointAt(0)?.toString(16).toUpperCase()
  const bits = Array.from(Buffer.from(character), (byte) =>
    byte.toString(2).padStart(8, '0'),
  )
  console.log(`U+${codePoint?.padStart(4, '0')}`.padEnd(8), ...bits)
}
