const board = new EventSource('http://localhost:8080/board')
board.onmessage = ({ data }) => console.log(data)
board.onerror = () => console.log('(no reception)')

setTimeout(() => process.exit(), 6000)
