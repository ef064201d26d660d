const bytes = Buffer.from('joão')
console.log(bytes)

const first = bytes.subarray(0, 3)
const second = bytes.subarray(3)
console.log(`decoded apart:    ${first}${second}`)

const decoder = new TextDecoder()
const text = decoder.decode(first, { stream: true }) + decoder.decode(second)
console.log(`decoded in turn:  ${text}`)
console.log(`joined, decoded:  ${Buffer.concat([first, second])}`)
