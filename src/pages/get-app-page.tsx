import { texts } from '../../contract/texts.ts'
import { AppWays } from '../features/install/app-ways.tsx'
import { useGoBack } from '../features/header/use-go-back.ts'
import { isComputer } from '../worker/install-offer.ts'
import { Button } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { Logo } from '../ui/logo.tsx'
import '../features/install/install.css'

/** `/getapp`: how to get the app on this device, and a way back. */
export function GetAppPage() {
  useDocumentTitle(texts.install.title)
  const goBack = useGoBack()
  return (
    <main className="page">
      <span className="is-tile">
        <Logo size={48} />
      </span>
      <h1>{texts.install.title}</h1>
      <p>{texts.install.why(isComputer())}</p>
      <AppWays />
      <Button onClick={goBack}>{texts.install.continueInWeb}</Button>
    </main>
  )
}
