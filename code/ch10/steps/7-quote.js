const bodies = [
  '{"card": "4111 1111 1111 1111", "cvc": O37}',
  '{"order": 41, "bags": 2,}',
  '{"order": 41, "note": "two bags',
  '',
]
for (const body of bodies) {
  try {
    JSON.parse(body)
  } catch (error) {
    console.log(/** @type {Error} */ (error).message)
  }
}
