import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'

/** The comments of the posts on the page. */
export const comments = (page: Page): Locator => page.getByRole('article').getByRole('listitem')
/** Those that say that they are not sent yet. */
export const waitingComments = (page: Page): Locator =>
  comments(page).filter({ hasText: texts.post.waiting })
export const sentComments = (page: Page): Locator =>
  comments(page).filter({ hasNotText: texts.post.waiting })
