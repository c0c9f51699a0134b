import { texts } from '../../contract/texts.ts'
import { AppLinks } from '../features/install/app-links.tsx'
import { useGoBack } from '../features/header/use-go-back.ts'
import { isComputer } from '../worker/install-offer.ts'
import { Button } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Logo } from '../ui/layout/logo.tsx'
import styles from '../features/install/install.module.css'

/** `/getapp`: how to get the app on this device, and a way back. */
export function GetAppPage() {
  useDocumentTitle(texts.install.title)
  const goBack = useGoBack()
  return (
    <main className="page">
      <span className={styles.tile}>
        <Logo size={48} />
      </span>
      <h1>{texts.install.title}</h1>
      <p>{texts.install.why(isComputer())}</p>
      <AppLinks />
      <Button onClick={goBack}>{texts.install.continueInWeb}</Button>
    </main>
  )
}
