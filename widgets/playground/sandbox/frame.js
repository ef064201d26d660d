/**
 * In the iframe. All it does is to start the worker, which takes its rules
 * from this document, and to say when it broke.
 */
addEventListener(
  'message',
  ({ data, ports: [port], source }) => {
    if (source !== parent) return
    const text = new Blob([data.worker], { type: 'text/javascript' })
    // A module worker would not start here: Chromium does not let a document
    // without an origin load its script.
    const worker = new Worker(URL.createObjectURL(text))
    worker.addEventListener('error', ({ message }) => {
      parent.postMessage({ type: 'broken', message: `${message}` }, '*')
    })
    worker.postMessage(data.program, [port])
  },
  { once: true },
)
