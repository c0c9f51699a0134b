import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ownedOrma } from './own-orma.ts'

type Owned = Awaited<ReturnType<typeof ownedOrma>>

const pause = (owned: Owned) => change(owned, { paused: 'true' })

async function change({ client, owner, event }: Owned, fields: Record<string, string>) {
  const form = toForm(fields)
  const params = { event_hash: event.event_hash }
  expect((await client.call(api.updateEvent, { params, token: owner.token, form })).status).toBe(
    200,
  )
}

interface Place {
  name: string
  open: (page: Page, owned: Owned) => Promise<void>
  /** What has the focus once the note and its button are gone. */
  after: (page: Page, owned: Owned) => Locator
}

const card = (page: Page, { event }: Owned) => page.getByRole('link', { name: event.name }).last()

const PLACES: Place[] = [
  {
    name: 'on its page',
    open: async (page, { path }) => void (await page.goto(path)),
    after: (page, { event }) => page.getByRole('heading', { name: event.name }),
  },
  {
    name: 'where it is shared',
    async open(page, { path }) {
      await page.goto(path)
      await page.getByRole('button', { name: texts.event.share }).click()
      await expect(page.getByRole('dialog', { name: texts.event.share })).toBeVisible()
    },
    after: (page) => page.getByRole('dialog', { name: texts.event.share }),
  },
  {
    name: 'among one’s Ormas @full',
    open: async (page) => void (await page.goto('/myormas')),
    after: card,
  },
  { name: 'at home', open: async (page) => void (await page.goto('/')), after: card },
]

for (const { name, open, after } of PLACES) {
  test(`the owner of a paused Orma reads that it is ${name}, and opens it again with one press`, async ({
    page,
    context,
    orma,
  }) => {
    const owned = await ownedOrma(context, orma)
    await pause(owned)
    await open(page, owned)
    const notes = page.getByText(texts.event.paused)
    await expect(notes.last()).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: texts.event.reopen }).last().click()
    await expect(notes).toHaveCount(0)
    await expect(after(page, owned)).toBeFocused()
    expect((await owned.read()).event.paused).toBe(false)
  })
}

test('where a paused Orma cannot be opened again just now, it says so and goes on being paused', async ({
  page,
  context,
  orma,
}) => {
  const owned = await ownedOrma(context, orma)
  await pause(owned)
  await page.goto(owned.path)
  const reopen = page.getByRole('button', { name: texts.event.reopen })
  await expect(reopen).toBeVisible()
  await context.setOffline(true)
  await reopen.click()
  await expect(page.getByRole('alert').getByText(texts.edit.failed)).toBeVisible()
  await context.setOffline(false)
  await reopen.click()
  await expect(reopen).toHaveCount(0)
})

test('opening a paused Orma again leaves it the name that it was given elsewhere meanwhile', async ({
  page,
  context,
  orma,
}) => {
  const owned = await ownedOrma(context, orma)
  await pause(owned)
  await page.goto('/myormas')
  const reopen = page.getByRole('button', { name: texts.event.reopen })
  await expect(reopen).toBeVisible()
  await change(owned, { name: 'Garden party' })
  await reopen.click()
  await expect(reopen).toHaveCount(0)
  expect((await owned.read()).event).toMatchObject({ paused: false, name: 'Garden party' })
})

test('a pause and its end come to the owner’s other open page by themselves', async ({
  page,
  context,
  orma,
}) => {
  const owned = await ownedOrma(context, orma)
  const other = await context.newPage()
  for (const each of [page, other]) {
    const live = each.waitForResponse((response) => response.url().endsWith('/live'))
    await each.goto(owned.path)
    expect((await live).status()).toBe(200)
  }
  const note = other.getByText(texts.event.paused)
  await pause(owned)
  await expect(note).toBeVisible()
  const reopen = page.getByRole('button', { name: texts.event.reopen })
  await reopen.click()
  await expect(reopen).toHaveCount(0)
  await expect(note).toHaveCount(0)
})
