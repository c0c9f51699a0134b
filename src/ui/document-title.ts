import { useEffect } from 'react'
import { documentTitle } from '../../contract/document.ts'

/** Names the page in tab, history and screen reader: "Profile · Orma". Absent: the product's name alone. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
}
