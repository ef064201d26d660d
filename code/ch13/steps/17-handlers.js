/** @type {Record<string, (req: any, res: any) => void>} */
export const handlers = {
  whole: (_req, res) => res.end('hello'),
  pieces: (_req, res) => {
    res.write('olá, ')
    res.end('Szeged')
  },
  known: (_req, res) => {
    res.setHeader('Content-Length', 5)
    res.write('he')
    res.end('llo')
  },
  missing: (_req, res) => {
    res.writeHead(404, 'Nowhere', { 'X-A': ['1', '2'] })
    res.end()
  },
  empty: (_req, res) => res.writeHead(204).end(),
  hints: (_req, res) => {
    res.writeEarlyHints({ link: '</play.css>; rel=preload; as=style' })
    res.end(Buffer.from('hello'))
  },
  trailers: (_req, res) => {
    res.write('hello')
    res.addTrailers({ Sum: '5b' })
    res.end()
  },
}
