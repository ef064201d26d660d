/**
 * Requests to try: their text, without CR, and how many of their bytes have
 * arrived when it is less than all.
 *
 * @type {Record<string, { text: string, arrived?: number }>}
 */
export const presets = {
  simple: { text: 'GET /hello HTTP/1.1\nHost: localhost:8080\n\n' },
  query: {
    text: 'GET /bench/testing?id=10 HTTP/1.1\nHost: localhost:8080\nAccept: application/json\nConnection: close\n\n',
  },
  split: { text: 'GET /hello HTTP/1.1\nHost: localhost:8080\n\n', arrived: 27 },
  pipelined: {
    text: 'GET /hey HTTP/1.1\nHost: localhost:8080\n\nGET /hell HTTP/1.1\nHost: localhost:8080\n\n',
  },
  noHost: { text: 'GET /hello HTTP/1.1\nUser-Agent: telnet\n\n' },
  badHost: { text: 'GET /hello HTTP/1.1\nHost: local host\n\n' },
  folded: {
    text: 'GET /hello HTTP/1.1\nHost: localhost:8080\nX-Note: one line\n and its folded rest\n\n',
  },
}
