async function answer() {
  console.log('one')
  await null
  console.log('two')
}
answer()
console.log('three')
