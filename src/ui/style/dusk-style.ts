import type { CSSProperties } from 'react'
import { duskColors } from '../../../contract/dusk.ts'

/** The colours of an Orma's own evening sky, where it has no picture. */
export function duskStyle(event_hash: string): CSSProperties {
  const { sky, blend, glow } = duskColors(event_hash)
  return { '--sky': sky, '--blend': blend, '--glow': glow } as CSSProperties
}
