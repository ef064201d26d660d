/** The smallest task: what is measured is all around it. */

/** @param {{ a: number, b: number }} numbers */
export const add = ({ a, b }) => a + b

export default add
