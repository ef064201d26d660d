const headers = {
  'content-type': 'application/json',
  connection: 'keep-alive',
  'keep-alive': 'timeout=5',
}

/** For `deno serve`, which calls it with each request. */
export default {
  /** @param {Request} request */
  async fetch(request) {
    const isEcho = new URL(request.url).pathname === '/echo'
    if (!isEcho || request.method !== 'POST') {
      return new Response('Not Found', { status: 404 })
    }
    return Response.json(await request.json(), { headers })
  },
}
