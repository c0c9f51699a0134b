import { useEffect } from 'react'
import { documentTitle } from '../../../contract/document.ts'

/** Sets the document's title: "Profile · Orma". Absent: the product's name alone. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
}
