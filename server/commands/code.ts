import { CODE_EXPIRY_MS } from '../../contract/limits.ts'
import { createLog } from '../log.ts'
import { AT_SERVER, maskPhone, recordOperatorAct } from '../operator/operator-acts.ts'
import { readPhone } from '../operator/people.ts'
import { findSecret } from '../secret.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { openInstallation } from '../stores.ts'
import { findBan } from '../users/bans.ts'
import { issueCodeByHand } from '../users/codes.ts'
import { lockPhone } from '../users/sms-limits.ts'
import { readOptions, runCommand } from './run-command.ts'

const USAGE = 'npm run code -- --help says how it is called.'

/** `npm run code -- --phone=…`: makes a code that signs a number in, and sends nothing. */
await runCommand(async () => {
  const given = readOptions(USAGE, { phone: { type: 'string' } })
  if (!given.phone) throw new OperatorError(USAGE)
  const phone = readPhone(given.phone)
  const { db, places } = await openInstallation()
  try {
    const { isShared } = db
    const secret = await findSecret(db, { isShared, dataDir: places.dataDir })
    if (!secret) throw new OperatorError('The server has not run here yet: start it once.')
    const code = await db.transaction(async (tx) => {
      await lockPhone(tx, phone)
      if (await findBan(tx, phone))
        throw new OperatorError(
          `+${phone} is banned: npm run people -- --phone=+${phone} --lift-ban lifts that.`,
        )
      const about = maskPhone(phone)
      await recordOperatorAct(tx, { ...AT_SERVER, action: 'make_code', about }, Date.now())
      return issueCodeByHand(tx, phone, secret, Date.now())
    })
    createLog('info').info('a sign-in code was made by hand', { phone: maskPhone(phone) })
    return `${code} signs +${phone} in, once, within ${CODE_EXPIRY_MS / 60_000} minutes: enter the number on the sign-in page, then this code.`
  } finally {
    await db.close()
  }
})
