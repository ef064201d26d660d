const message = Buffer.from('transfer 100 to ana')
const amount = message.subarray(9, 12)
amount.write('999')
console.log(String(message))

const [a, b] = [Buffer.from('password'), Buffer.from('cookie')]
console.log(`one piece of memory for both: ${a.buffer === b.buffer}`)
