const { HOST = '127.0.0.1', PORT = '8080', WORKERS = '1' } = process.env

const headers = {
  'content-type': 'application/json',
  connection: 'keep-alive',
  'keep-alive': 'timeout=5',
}

Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  reusePort: Number(WORKERS) > 1,
  routes: {
    '/echo': {
      POST: async (request) => Response.json(await request.json(), { headers }),
    },
  },
  fetch: () => new Response('Not Found', { status: 404 }),
})
