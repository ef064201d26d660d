let count = 0
setImmediate(() => console.log('immediate'))
function again() {
  count++
  if (count < 3) process.nextTick(again)
  console.log(`tick ${count}`)
}
process.nextTick(again)
