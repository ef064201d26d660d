// Somebody copies a large file meanwhile, and the machine gets slower all the
// time. On it, a server is compared with itself.
let rate = 1000
const measure = () => rate--

/** @param {'AB' | 'BA'} second the order in every second round */
function compare(second) {
  rate = 1000
  const ratios = []
  for (let round = 1; round <= 9; round++) {
    const [first, then] = [measure(), measure()]
    const isAB = round % 2 === 1 || second === 'AB'
    ratios.push(isAB ? then / first : first / then)
  }
  const isCertain =
    ratios.every((ratio) => ratio > 1) || ratios.every((ratio) => ratio < 1)
  return isCertain ? 'certain' : 'level'
}

console.log(`AB AB AB AB: ${compare('AB')}`)
console.log(`AB BA AB BA: ${compare('BA')}`)
