import { block, startWith, WORK } from './report.js'

/** @param {{ port: number, host: string }} options */
export const start = (options) => startWith(() => block(WORK), options)
