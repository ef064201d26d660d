async function work() {
  console.log('a')
  await null
  console.log('b')
  process.nextTick(() => console.log('c'))
  await null
  console.log('d')
}
work().then(() => console.log('e'))
console.log('f')
