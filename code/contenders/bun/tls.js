const { HOST = '127.0.0.1', PORT = '8080', TLS_CERT, TLS_KEY } = process.env

Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  tls: { cert: Bun.file(TLS_CERT), key: Bun.file(TLS_KEY) },
  routes: {
    '/bench/:name': (request) => {
      const id = new URL(request.url).searchParams.get('id')
      return new Response(JSON.stringify({ name: request.params.name, id }), {
        headers: {
          'x-powered-by': 'benchmark',
          'content-type': 'application/json',
          connection: 'keep-alive',
          'keep-alive': 'timeout=5',
        },
      })
    },
  },
  fetch: () => new Response('Not Found', { status: 404 }),
})
