import { createServer } from 'velocy'

const { APP = '', ID, PORT } = process.env
const { default: app } = await import(APP)
createServer(app({ id: Number(ID) })).listen(Number(PORT))
