/** The same as the mirror of packages/http1-conformance/examples, for servers whose handler is that of `fetch`. */

/** @param {Uint8Array} bytes */
const latin1 = (bytes) => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** @param {Request} request @returns {Promise<Response>} */
export async function mirrorFetch(request) {
  // Without Host, it may be no more than a path.
  const target = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const { method } = request
  if (target === '/early') return Response.json({})
  // Here the handler is asked, and there is no tunnel.
  if (method === 'CONNECT') return new Response(null, { status: 501 })
  let body
  try {
    body = latin1(new Uint8Array(await request.arrayBuffer()))
  } catch {
    return new Response(null, { status: 400 })
  }
  const fields = Object.fromEntries(request.headers)
  if (target === '/later') await new Promise((done) => setTimeout(done, 30))
  if (target === '/204' || target === '/304') {
    return new Response(null, { status: Number(target.slice(1)) })
  }
  if (target !== '/chunks')
    return Response.json({ method, target, fields, body })
  const encoder = new TextEncoder()
  const parts = new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode('one '))
      await new Promise((done) => setTimeout(done, 5))
      controller.enqueue(encoder.encode('two'))
      controller.close()
    },
  })
  return new Response(parts)
}
