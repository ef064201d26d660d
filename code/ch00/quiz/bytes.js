for (const text of ['ana', 'joão', '👍']) {
  console.log(text.length, Buffer.byteLength(text))
}
