import { texts } from '../../../contract/texts.ts'
import { isInstalled, makeOffer, platform } from '../../worker/install-offer.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { InstallSteps, useInstallMethod } from './install-method.tsx'

/** Store pages of the native apps, where the operator has them. */
const IOS_URL = import.meta.env['VITE_IOS_APP_URL'] as string | undefined
const ANDROID_URL = import.meta.env['VITE_ANDROID_APP_URL'] as string | undefined

/** The ways to get the app on this device: the store's button where there is one, otherwise installing this web app. */
export function AppLinks() {
  const here = platform()
  const all = [
    { on: 'ios', url: IOS_URL, text: texts.install.appStore },
    { on: 'android', url: ANDROID_URL, text: texts.install.playStore },
  ]
  const stores = all.filter(({ on, url }) => url && (here === 'desktop' || here === on))
  if (stores.length === 0) return <InstallHere />
  return (
    <>
      {stores.map(({ on, url, text }) => (
        <a key={on} className={buttonClass('filled')} href={url} rel="noreferrer">
          {text}
        </a>
      ))}
    </>
  )
}

function InstallHere() {
  const way = useInstallMethod()
  if (isInstalled()) return <p>{texts.install.installed}</p>
  if (way === 'offer') {
    return (
      <Button kind="filled" onClick={() => void makeOffer()}>
        {texts.install.install}
      </Button>
    )
  }
  return way === 'steps' ? <InstallSteps /> : <p>{texts.install.byMenu}</p>
}
