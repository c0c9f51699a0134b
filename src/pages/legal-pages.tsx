import { texts } from '../../contract/texts.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'

export function TermsPage() {
  return <LegalPage title={texts.login.terms} paragraphs={texts.legal.terms} />
}

export function PrivacyPage() {
  const { privacy, pageViews } = texts.legal
  const isCounted = Boolean(import.meta.env.VITE_ANALYTICS_URL)
  return (
    <LegalPage
      title={texts.login.privacy}
      paragraphs={isCounted ? [...privacy, pageViews] : privacy}
    />
  )
}

function LegalPage({ title, paragraphs }: { title: string; paragraphs: readonly string[] }) {
  useDocumentTitle(title)
  return (
    <main className="page">
      <h1>{title}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </main>
  )
}
