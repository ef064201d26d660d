/** The tools that Olga lends. No framework knows about them. */
const tools = new Map([
  ['drill', { name: 'Drill', lentTo: '' }],
  ['ladder', { name: 'Ladder', lentTo: '' }],
])

/** @param {number} status @param {string} message */
const problem = (status, message) =>
  Object.assign(new Error(message), { status })

export const names = () => [...tools.keys()]

/** @param {string} id */
export function find(id) {
  const tool = tools.get(id)
  if (!tool) throw problem(404, `There is no ${id}`)
  return tool
}

/** @param {string} id @param {string | undefined} user */
export function lend(id, user) {
  if (!user) throw problem(401, 'Log in first')
  const tool = find(id)
  if (tool.lentTo) throw problem(409, `${tool.lentTo} has the ${id}`)
  tool.lentTo = user
  return tool
}

/**
 * @param {Error & { status?: number }} error
 * @returns {[number, object]} the status, and what the client is told: of a
 *   bug of ours, nothing
 */
export function refusal({ status = 500, message }) {
  return [status, { error: status < 500 ? message : 'Something went wrong' }]
}
