import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { texts } from '../../contract/texts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openEdit, update } from './own-orma.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

const DAY_MS = 86_400_000
const REFUSAL = { success: false, error: 'no', code: 'forbidden' }
const SET = '2036-03-03'
const SET_TEXT = texts.edit.deletesOn('March 3, 2036')

test('an owner sets the day of deletion, reads it, and clears it @full', async ({
  page,
  path,
  read,
}) => {
  const day = () => page.getByLabel(texts.edit.deleteAt)
  await openEdit(page, path)
  await expect(page.getByText(texts.edit.storage('0 kB'))).toBeVisible()
  await day().fill(new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10))
  await update(page).click()
  await expect(day()).toHaveAccessibleDescription(texts.edit.deleteTooSoon)
  await expect(day()).toBeFocused()
  await day().fill(SET)
  await update(page).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('March 3, 2036')
  await question.getByRole('button', { name: texts.common.cancel }).click()
  expect((await read()).event.deleteAt).toBeNull()
  await update(page).click()
  await question.getByRole('button', { name: texts.edit.setDeletion }).click()
  await expect(page.getByText(texts.edit.saved)).toBeVisible()
  expect((await read()).event.deleteAt).not.toBeNull()

  await openEdit(page, path)
  await expect(page.getByText(SET_TEXT)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.route('**/audit*', (route) => route.fulfill({ status: 403, json: REFUSAL }), {
    times: 1,
  })
  await page.getByRole('button', { name: texts.audit.title }).click()
  const back = page.getByRole('button', { name: texts.common.back, exact: true })
  await expect(back).toBeFocused()
  await page.getByRole('button', { name: texts.common.retry }).click()
  const acts = page.getByRole('dialog').getByRole('listitem')
  await expect(acts.first()).toContainText(texts.audit.actions.set_deletion)
  await expect(acts).toHaveCount(2)
  await back.click()
  await day().fill('')
  await update(page).click()
  await expect.poll(async () => (await read()).event.deleteAt).toBeNull()
})

test('an owner is warned of the deletion, and keeps the Orma', async ({
  page,
  orma,
  path,
  read,
  event,
}) => {
  haveDeleted(orma, event.id, Date.now() + 10 * DAY_MS)
  await page.goto(path)
  const readOn = page.getByRole('button', { name: texts.deletion.read })
  await readOn.click()
  const warning = page.getByRole('dialog')
  await expect(warning).toContainText(texts.deletion.what)
  const heights = await warning
    .locator('.dialog-actions .button')
    .evaluateAll((buttons) => buttons.map(({ clientHeight }) => clientHeight))
  expect(Math.max(...heights), 'the words of each button stand on one line').toBeLessThan(48)
  expect(await violationsOf(page)).toEqual([])
  await expect.poll(async () => (await read()).event.deletionSeenAt).not.toBeNull()
  await warning.getByRole('button', { name: texts.deletion.letGo }).click()
  await expect(readOn).toHaveCount(0)
  const heading = page.getByRole('heading', { name: event.name, level: 1 })
  await expect(heading).toBeFocused()
  expect((await read()).event.deleteAt).not.toBeNull()

  haveDeleted(orma, event.id, Date.now() + 2 * DAY_MS)
  await page.reload()
  await readOn.click()
  await warning.getByRole('button', { name: texts.archive.title }).click()
  await expect(page.getByRole('dialog', { name: texts.archive.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await readOn.click()
  await warning.getByRole('button', { name: texts.deletion.keep }).click()
  await expect(page.getByText(texts.deletion.kept)).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(readOn).toHaveCount(0)
  expect((await read()).event.deleteAt).toBeNull()

  // The day came while the owner knew nothing of it: only reading it lets it pass.
  haveDeleted(orma, event.id, Date.UTC(2026, 2, 3, 12))
  await page.reload()
  await page.route('**/deletion/seen', (route) => route.abort(), { times: 1 })
  await readOn.click()
  await expect(warning).toHaveAccessibleName(texts.deletion.waitingTitle('March 3, 2026'))
  await expect(warning.getByText(texts.deletion.failed)).toBeVisible()
  const letGo = warning.getByRole('button', { name: texts.deletion.letGo })
  await expect(letGo).toHaveCount(0)
  await warning.getByRole('button', { name: texts.common.retry }).click()
  await expect(letGo).toBeEnabled()
  await expect(warning).not.toHaveAccessibleName(texts.deletion.waitingTitle('March 3, 2026'))
})

/** As if a month or more had passed since the owner set this day. */
function haveDeleted({ dataDir }: OrmaServer, eventId: number, at: number): void {
  const db = new DatabaseSync(join(dataDir, 'orma.db'), { timeout: 10_000 })
  db.prepare('update events set delete_at = ? where id = ?').run(at, eventId)
  db.close()
}
