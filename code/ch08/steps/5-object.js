/** @param {string} text */
function parse(text) {
  /** @type {Record<string, any>} */
  const query = {}
  for (const pair of text.split('&')) {
    const [key, value = ''] = pair.split('=')
    query[key] = key in query ? [query[key], value].flat() : value
  }
  return query
}

console.log(parse('tag=a&tag=b'))
console.log(parse('next=/list?page=2'))
console.log(parse('toString=1'))
const query = parse('__proto__=1')
console.log(query, Object.keys(query).length, query.length)
