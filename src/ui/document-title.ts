import { useEffect } from 'react'
import { texts } from '../../contract/texts.ts'

/** Names the page in tab, history and screen reader: "Profile · Orma". Absent: the product's name alone. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${texts.product.name}` : texts.product.name
  }, [title])
}
