let [, , left] = process.argv.map(Number)

const board = new EventSource('http://localhost:8080/board')
board.onmessage = ({ data }) => {
  console.log(data)
  left -= 1
  if (left === 0) board.close()
}
board.onerror = () => console.log('(no reception)')
