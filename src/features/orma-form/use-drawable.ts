import { useState } from 'react'

/** The address of an image as long as this browser can draw it, and what an `<img>` of it calls where it cannot. */
export function useDrawable(url: string | undefined): [url: string | undefined, fail: () => void] {
  const [broken, setBroken] = useState<string>()
  return [url === broken ? undefined : url, () => setBroken(url)]
}
