import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'

/** The comments of the posts on the page. */
export const comments = (page: Page): Locator => page.getByRole('article').getByRole('listitem')

/** Those that say that they are not sent yet. */
export const waitingComments = (page: Page): Locator =>
  comments(page).filter({ hasText: texts.post.waiting })

/** Comments of one's own that the server has: others cannot be edited. */
export const sentComments = (page: Page): Locator =>
  comments(page)
    .filter({ has: page.getByRole('button', { name: texts.post.editComment }) })
    .filter({ hasNotText: texts.post.waiting })
