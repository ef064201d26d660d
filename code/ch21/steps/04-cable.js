import net from 'node:net'

/**
 * A cable to a port, on which everything takes a while.
 *
 * @param {number} port
 * @param {number} lag in ms, each way
 * @returns {net.Server} its near end
 */
export const cable = (port, lag) =>
  net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    carry(near, far, lag)
    carry(far, near, lag)
  })

/** @param {net.Socket} from @param {net.Socket} to @param {number} lag */
function carry(from, to, lag) {
  /** @param {() => void} pass */
  const later = (pass) => setTimeout(pass, lag)
  from.on('data', (bytes) => later(() => to.write(bytes)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => later(() => to.resetAndDestroy()))
  from.setNoDelay()
}
