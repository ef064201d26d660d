const {
  HOST = '127.0.0.1',
  PORT = '8080',
  WORKERS = '1',
  CONNECTION = 'keep-alive',
} = process.env

Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  reusePort: Number(WORKERS) > 1,
  routes: {
    '/bench/:name': (request) => {
      const id = new URL(request.url).searchParams.get('id')
      return new Response(JSON.stringify({ name: request.params.name, id }), {
        headers: {
          'x-powered-by': 'benchmark',
          'content-type': 'application/json',
          connection: CONNECTION,
          'keep-alive': 'timeout=5',
        },
      })
    },
  },
  fetch: () => new Response('Not Found', { status: 404 }),
})
