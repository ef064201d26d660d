const SPREAD = 5000
const LONGEST = 60_000

/**
 * A WebSocket that comes back whenever its connection ends.
 *
 * @param {string} url
 * @param {(event: MessageEvent) => void} onmessage
 */
export function stay(url, onmessage) {
  let failures = 0
  const connect = () => {
    const socket = new WebSocket(url)
    socket.onmessage = onmessage
    socket.onopen = () => {
      failures = 0
      console.log('connected')
    }
    socket.onclose = ({ code }) => {
      const most = Math.min(SPREAD * 2 ** failures++, LONGEST)
      const wait = Math.round(Math.random() * most)
      console.log(`closed with ${code}, back in ${wait} of ${most} ms`)
      setTimeout(connect, wait)
    }
  }
  connect()
}

const [url] = process.argv.slice(2)
stay(url, ({ data }) => console.log(data))
