setTimeout(() => console.log('timer'), 0)
process.nextTick(() => console.log('nextTick'))
queueMicrotask(() => console.log('microtask'))
console.log('main')
