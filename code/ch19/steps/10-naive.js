/**
 * @param {string} delimiter
 * @param {string[]} pieces
 * @returns {string} what stands in front of the delimiter
 */
function dataBefore(delimiter, pieces) {
  let data = ''
  for (const piece of pieces) {
    const end = piece.indexOf(delimiter)
    if (end !== -1) return data + piece.slice(0, end)
    data += piece
  }
  return data
}

const body = 'tui tui tui\r\n--cut--\r\n'
for (let at = 0; at <= body.length; at++) {
  const pieces = [body.slice(0, at), body.slice(at)]
  const data = dataBefore('\r\n--cut', pieces)
  if (data !== 'tui tui tui') console.log(pieces, JSON.stringify(data))
}
