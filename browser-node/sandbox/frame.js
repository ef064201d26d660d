/**
 * In the iframe. All it does is to start the worker, which takes its rules
 * from this document, and to answer as long as the two live: a program that
 * needs too much memory ends the process that both are in.
 */

/** @param {object} message */
const tell = (message) => parent.postMessage(message, '*')

addEventListener('message', ({ data, ports: [port], source }) => {
  if (source !== parent) return
  if (data.type === 'ping') tell({ type: 'pong' })
  else if (data.type === 'run') run(data, port)
  else if (data.type === 'probe') {
    // The page has to wait where this is not a thread of its own.
    const begin = Date.now()
    let end = begin
    while (end < begin + data.duration) end = Date.now()
    tell({ type: 'free', begin, end })
  }
})

/**
 * @param {{ worker: string, program: object }} data
 * @param {MessagePort} port
 */
function run({ worker: text, program }, port) {
  const script = new Blob([text], { type: 'text/javascript' })
  // A module worker would not start here: Chromium does not let a document
  // without an origin load its script.
  const worker = new Worker(URL.createObjectURL(script))
  worker.addEventListener('error', ({ message }) => {
    tell({ type: 'broken', message: `${message}` })
  })
  worker.postMessage(program, [port])
}
