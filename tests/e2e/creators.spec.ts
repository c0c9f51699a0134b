import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { violationsOf } from './axe.ts'
import { nameField } from './own-orma.ts'
import { newGuest, signIn } from './people.ts'
import { expect, test } from './venue-fixtures.ts'

const CONTACT = 'hello@orma.example'
test.use({
  ...HEADLESS_SHELL,
  as: 'guest',
  settings: {
    CREATE_ORMAS: 'invited',
    OPERATOR_CONTACT: CONTACT,
    EVENT_STORAGE_LIMIT: '10000000',
  },
})

test('who may not create an Orma is told whom to ask, until invited @full', async ({
  page,
  elsewhere,
  venue,
  guest: host,
}) => {
  await test.step('before signing in, too', async () => {
    const other = await elsewhere()
    const title = (name: string) => other.getByRole('heading', { name, level: 1 })
    await other.goto(`${venue.url}/create/orma`)
    await expect(title(texts.creator.refused(CONTACT))).toBeVisible()
    expect(await violationsOf(other)).toEqual([])
    await other.goto(`${venue.url}/create/orma#${'x'.repeat(43)}`)
    await expect(title(texts.creator.invited)).toBeVisible()
    await other.getByRole('main').getByRole('link', { name: texts.loginPrompt.login }).click()
    await signIn(other, venue.orma, newGuest('Ina Invited'))
    // The invitation has come along.
    await expect(other.getByText(texts.organise.gone)).toBeVisible()
  })

  await page.goto(`${venue.url}/create/orma`)
  const refused = page.getByRole('heading', { name: texts.creator.refused(CONTACT) })
  await expect(refused).toBeVisible()
  await expect(nameField(page)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])

  await page.goto(`${venue.url}/create/orma#${'x'.repeat(43)}`)
  await expect(page.getByText(texts.organise.gone)).toBeVisible()

  await page.goto('about:blank')
  await page.goto(`${venue.url}/create/orma#${inviteInto(venue.orma)}`)
  await expect(page.getByText(texts.creator.welcome)).toBeVisible()
  await nameField(page).fill('Welcome')
  await page.getByRole('button', { name: texts.create.submit }).click()
  await expect(page.getByRole('heading', { name: 'Welcome', level: 1 })).toBeVisible()

  await test.step('its owner is told when it has little room left', async () => {
    const path = new URL(page.url()).pathname
    for (const [bytes, said] of [
      [9_000_000, texts.storage.near('9.0 MB', '10 MB', CONTACT)],
      [10_000_000, texts.storage.full('10 MB', CONTACT)],
    ] as const) {
      write(venue.orma, 'update events set storage_bytes = ?', bytes)
      // Another device: this one has asked a moment ago.
      const other = await elsewhere(host)
      await other.goto(path)
      await expect(other.getByText(said)).toBeVisible()
      expect(await violationsOf(other)).toEqual([])
    }
  })
})

/** Makes an invitation, as `npm run invite` does; gives its token. */
function inviteInto(orma: OrmaServer): string {
  const token = randomBytes(32).toString('base64url')
  write(
    orma,
    'insert into creator_invitations (token_hash, uses_left, created_at, expires_at) values (?, 1, 0, ?)',
    createHash('sha256').update(token).digest('hex'),
    Date.now() + 60_000_000,
  )
  return token
}

function write({ dataDir }: OrmaServer, statement: string, ...values: (string | number)[]): void {
  const db = new DatabaseSync(join(dataDir, 'orma.db'), { timeout: 30_000 })
  db.prepare(statement).run(...values)
  db.close()
}
