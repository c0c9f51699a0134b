import type { FirstData } from '../../contract/document.ts'
import { FIRST_DATA_ID } from '../../contract/routes.ts'

/** The data in the HTML. */
export function readFirstData(): FirstData | undefined {
  const json = document.getElementById(FIRST_DATA_ID)?.textContent
  return json ? (JSON.parse(json) as FirstData) : undefined
}
