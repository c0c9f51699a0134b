import type { ReactNode } from 'react'
import styles from './message.module.css'

/** Line drawings, 144 x 108, one ember line in each. */
const DRAWINGS = {
  /** Two photos leaning on each other: nothing here yet. */
  frames: (
    <>
      <path d="M34 30l44-8 10 54-44 8z" />
      <path d="M40 36l33-6 6 33-33 6z" />
      <rect className={styles.front} x="66" y="34" width="46" height="56" rx="2" />
      <path d="M72 40h34v34H72zM72 68l10-11 8 8 7-6 9 9" />
      <circle className={styles.ember} cx="97" cy="50" r="4.5" />
    </>
  ),
  /** A cloud over a phone that holds a photo: no signal. */
  signal: (
    <>
      <rect x="56" y="44" width="34" height="54" rx="6" />
      <path d="M62 82l7-8 6 6 4-4 5 6M69 91h8" />
      <circle className={styles.ember} cx="77" cy="65" r="3.5" />
      <path d="M50 34a10 10 0 010-20 15 15 0 0128-4 12 12 0 0118 8 8 8 0 010 16z" />
      <path className={styles.ember} d="M46 40L98 6" />
    </>
  ),
  /** A torn photo: something went wrong. */
  torn: (
    <>
      <path d="M68 24H40a3 3 0 00-3 3v56a3 3 0 003 3h24l-5-13 8-10-7-13 9-12z" />
      <path d="M80 27h25a3 3 0 013 3v56a3 3 0 01-3 3H76l-5-13 8-10-7-13 9-12z" />
      <path d="M44 74l9-10 5 4M78 78l10-12 13 13" />
      <circle className={styles.ember} cx="95" cy="45" r="5" />
    </>
  ),
  /** A ringed planet at the edge of the sky: nothing beyond. */
  space: (
    <>
      <circle cx="72" cy="56" r="24" />
      <path
        className={styles.ember}
        d="M50 66c-14 10-20 18-17 21 5 5 29-9 53-31s37-45 32-50c-3-3-13 3-25 14"
      />
      <path d="M62 46a12 12 0 018-5M28 34v8M24 38h8M114 76v8M110 80h8M104 20h.1M38 60h.1" />
    </>
  ),
  /** A strip of film: nothing to play. */
  film: (
    <>
      <rect x="28" y="32" width="88" height="46" rx="3" />
      <path d="M28 42h88M28 68h88M57 42v26M87 42v26" />
      <path d="M36 32v10M46 32v10M66 32v10M77 32v10M97 32v10M107 32v10M36 68v10M46 68v10M66 68v10M77 68v10M97 68v10M107 68v10" />
      <path className={styles.ember} d="M68 49l9 6-9 6z" />
    </>
  ),
  /** A screen in a dark room: come back on a larger one. */
  screen: (
    <>
      <rect x="26" y="24" width="92" height="56" rx="3" />
      <path d="M72 80v12M54 92h36M36 68l14-16 11 11 7-6 10 11" />
      <rect x="84" y="52" width="22" height="16" />
      <circle className={styles.ember} cx="88" cy="38" r="5" />
    </>
  ),
  /** A moon over a photo laid face down: resting. */
  moon: (
    <>
      <path className={styles.ember} d="M86 16a21 21 0 1014 36 17 17 0 01-14-36z" />
      <path d="M36 84h72M44 84l8-10h40l8 10M40 24v8M36 28h8M112 30h.1M52 50h.1M34 56h.1M116 62v6M113 65h6" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof DRAWINGS

/** A line drawing beside a sentence; hidden from screen readers. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={styles.art} viewBox="0 0 144 108" aria-hidden>
      {DRAWINGS[name]}
    </svg>
  )
}
