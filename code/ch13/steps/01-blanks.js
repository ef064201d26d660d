for (const code of [0x20, 0x0b, 0xa0]) {
  const value = `chunked${String.fromCharCode(code)}`
  const isTrimmed = value.trim() === 'chunked'
  const isMatched = /^chunked\s*$/.test(value)
  console.log(code.toString(16).padStart(2, '0'), isTrimmed, isMatched)
}
