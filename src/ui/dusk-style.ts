import type { CSSProperties } from 'react'
import { duskColors } from '../../contract/dusk.ts'

/** An Orma's own evening sky, for what shows it in place of a photo. */
export function duskStyle(event_hash: string): CSSProperties {
  const { sky, blend, glow } = duskColors(event_hash)
  return { '--sky': sky, '--blend': blend, '--glow': glow } as CSSProperties
}
