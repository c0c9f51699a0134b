import { readLimits } from '../limits/limit-settings.ts'
import { AT_SERVER, recordOperatorAct } from '../operator/operator-acts.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { CREATOR_INVITATION } from '../../contract/admin.ts'
import { PAGES } from '../../contract/pages.ts'
import { readAddress } from '../config.ts'
import { addCreatorInvitation } from '../events/creators.ts'
import { openInstallation } from '../stores.ts'
import { countText, readOptions, runCommand } from './run-command.ts'

const USAGE =
  'Say how many people it is for and how long it is good, or nothing for 1 and 7: npm run invite -- --uses=1 --days=7'

/** `npm run invite [-- --uses=1 --days=7]`: makes a link by which people may create Ormas, while the server runs. */
await runCommand(async () => {
  const given = readOptions(USAGE, { uses: { type: 'string' }, days: { type: 'string' } })
  const uses = readCount(given['uses'], { unset: 1, most: CREATOR_INVITATION.usesMax })
  const days = readCount(given['days'], {
    unset: CREATOR_INVITATION.days,
    most: CREATOR_INVITATION.daysMax,
  })
  const { creators } = readLimits(process.env)
  const { db } = await openInstallation()
  try {
    const { token } = await db.transaction(async (tx) => {
      const act = { ...AT_SERVER, action: 'invite', about: String(uses) } as const
      await recordOperatorAct(tx, act, Date.now())
      return addCreatorInvitation(tx, { uses, days }, Date.now())
    })
    const people = uses === 1 ? 'one person' : `${countText(uses)} people`
    const until = days === 1 ? 'a day' : `${countText(days)} days`
    const address = readAddress(process.env)
    const lack = process.env['PUBLIC_URL']
      ? ''
      : ' PUBLIC_URL is not set: give the link the address that people use.'
    const note = creators === 'anyone' ? ' With CREATE_ORMAS=anyone everybody may without it.' : ''
    return `${address}${PAGES.createOrma.path}#${token}\nIt lets ${people} create Ormas, and is good for ${until}.${note}${lack}`
  } finally {
    await db.close()
  }
})

function readCount(given: unknown, { unset, most }: { unset: number; most: number }): number {
  if (given === undefined) return unset
  const count = Number(given)
  if (Number.isInteger(count) && count >= 1 && count <= most) return count
  throw new OperatorError(USAGE)
}
