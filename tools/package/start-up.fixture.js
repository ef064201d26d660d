/**
 * Prints how long a program waits for what it imports, in ms: `node:http`, or
 * `velocy`.
 */
const start = performance.now()
const { createServer } = await import(process.argv[2])
createServer({ handle() {}, compile() {} })
console.log(performance.now() - start)
