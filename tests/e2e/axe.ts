import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** `tags`: the rules that are asked for; absent: all that are on by themselves. `within`: a part of the page. */
interface AxeOptions {
  tags?: string[]
  within?: string
}

/** What keeps somebody from using or reading a page, a line for each rule that is broken. */
export async function violationsOf(
  page: Page,
  { tags, within }: AxeOptions = {},
): Promise<string[]> {
  // Legacy: without a page of its own for each scan, which only pages with frames of other hosts need.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (tags) axe.withTags(tags)
  if (within) axe.include(within)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
