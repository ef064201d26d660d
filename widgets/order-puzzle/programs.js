import onion from 'source:../../code/ch11/steps/order/1-onion.js'
import early from 'source:../../code/ch11/steps/order/2-early.js'
import notAwaited from 'source:../../code/ch11/steps/order/3-await.js'
import before from 'source:../../code/ch11/steps/order/4-before.js'
import after from 'source:../../code/ch11/steps/order/5-after.js'
import caught from 'source:../../code/ch11/steps/order/6-caught.js'
import twice from 'source:../../code/ch11/steps/order/7-twice.js'
import mount from 'source:../../code/ch11/steps/order/8-mount.js'

/** The texts of code/ch11/steps/order, by the name of the file. */
export const programs = {
  '1-onion.js': onion,
  '2-early.js': early,
  '3-await.js': notAwaited,
  '4-before.js': before,
  '5-after.js': after,
  '6-caught.js': caught,
  '7-twice.js': twice,
  '8-mount.js': mount,
}
