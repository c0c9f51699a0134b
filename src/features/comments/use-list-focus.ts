import { useEffect, useRef } from 'react'
import type { Comment } from '../../../contract/entities.ts'

/**
 * Where the focus goes that is lost with a part of the conversation, the button for all comments or one of them: to the first comment
 * that has come in its place, or else to `add`, the place below.
 */
export function useListFocus(comments: readonly Comment[]) {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLDivElement>(null)
  const isLost = useRef(false)
  const before = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (isLost.current) {
      const at = comments.findIndex(({ id }) => !before.current.has(id))
      const come = list.current?.children[at] as HTMLElement | undefined
      const target = come ?? add.current
      target?.focus({ preventScroll: true })
    }
    isLost.current = false
    before.current = new Set(comments.map(({ id }) => id))
  })
  const noteLost = () => {
    isLost.current = true
  }
  return { list, add, noteLost }
}
