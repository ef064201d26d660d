let balance = 100

/** @param {number} amount */
async function withdraw(amount) {
  const before = balance
  await null
  balance = before - amount
}

await Promise.all([withdraw(30), withdraw(50)])
console.log(balance)
