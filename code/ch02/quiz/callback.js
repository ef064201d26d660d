setImmediate(() => {
  Promise.resolve().then(() => console.log('promise'))
  process.nextTick(() => console.log('nextTick'))
  console.log('immediate')
})
setImmediate(() => console.log('next immediate'))
