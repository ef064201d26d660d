import { startMachine } from './machines.js'

const program = new URL('./12-sky.js', import.meta.url).pathname

/**
 * Asks kudu, which asks the machine in the dome.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function askForSky(env) {
  const dome = await startMachine('dome', program, env)
  const kudu = await startMachine('kudu', program, { ...env, DOME: dome.url })
  const answer = await fetch(`${kudu.url}/sky`)
  console.log(await answer.text())
  return [kudu, dome]
}

/**
 * Draws a span, and below it those that it has led to.
 *
 * @param {any[]} spans
 * @param {string} [parentId]
 * @param {string} [indent]
 */
export function draw(spans, parentId, indent = '') {
  for (const span of spans.filter((one) => one.parentId === parentId)) {
    console.log(`${indent}${span.machine} ${span.path} ${span.ms} ms`)
    draw(spans, span.spanId, `${indent}  `)
  }
}

if (import.meta.main) {
  const machines = await askForSky()
  const spans = () =>
    machines
      .flatMap((machine) => machine.lines)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  await machines[0].until(() => spans().length === 3)
  draw(spans())
  process.exit()
}
