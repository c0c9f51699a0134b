import { useEffect, useState } from 'react'
import { useLocation, useParams } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { InstallSteps } from '../features/install/install-steps.tsx'
import { useInstallWay } from '../features/install/use-install-way.ts'
import { forgetRecent } from '../device/forget-recent.ts'
import { takeGone } from '../outbox/store/notes.ts'
import { countVisit, isInstallMoment, noteDeclined } from '../worker/install-moment.ts'
import { isComputer, makeOffer } from '../worker/installing.ts'
import { showApp } from '../worker/shown-app.ts'
import type { ShownApp } from '../worker/shown-app.ts'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { deviceStorage, tabStorage } from '../session/device-storage.ts'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { offerUpdates } from './offer-updates.ts'

/** Pages on which a question disturbs nothing. On the upload screen it would cover buttons. */
const QUIET_PLACE = /^\/(myormas|[^/]{22})?$/
/** On a phone held sideways, or with large letters, the question would cover what the page is for. */
const HAS_ROOM = '(min-height: 25rem)'

/** Offers new releases of the app, and adding the app to the home screen. */
export function AppHost() {
  useEffect(offerUpdates, [])
  useEffect(() => void forgetGone(), [])
  const app = useShownApp()
  const way = useInstallWay()
  const isFit = useFitMoment()
  const [hasSteps, setHasSteps] = useState(false)
  const name = isFit && way ? app?.name : undefined
  useEffect(() => {
    if (name === undefined) return undefined
    const decline = () => noteDeclined(deviceStorage, Date.now())
    const accept = async () => {
      if (way === 'steps') setHasSteps(true)
      if (way === 'steps' || !(await makeOffer())) decline()
    }
    return showToast({
      text: texts.install.offer(name, isComputer()),
      action: { label: texts.install.add, onPress: () => void accept() },
      onClose: decline,
      lasting: true,
      yields: true,
    })
  }, [name, way])
  return (
    <Dialog
      open={hasSteps}
      onClose={() => setHasSteps(false)}
      title={texts.install.stepsTitle}
      closeLabel={texts.common.close}
    >
      <InstallSteps />
    </Dialog>
  )
}

/** The app whose manifest this page names: on each of an Orma's screens, that of the Orma. */
function useShownApp(): ShownApp | undefined {
  const { event_hash } = useParams({ strict: false })
  const [shown, setShown] = useState<{ of: string | undefined; app: ShownApp | undefined }>()
  useEffect(() => {
    void showApp(event_hash).then((app) => setShown({ of: event_hash, app }))
  }, [event_hash])
  return shown?.of === event_hash ? shown?.app : undefined
}

function useFitMoment(): boolean {
  const isQuiet = useLocation({ select: ({ pathname }) => QUIET_PLACE.test(pathname) })
  const { safe } = useUploads()
  useEffect(() => countVisit(deviceStorage, tabStorage), [])
  const isFit = isQuiet && matchMedia(HAS_ROOM).matches
  return isFit && isInstallMoment(deviceStorage, safe > 0, Date.now())
}

/** Removes Ormas from the lists that the worker found deleted while no page was open. */
async function forgetGone(): Promise<void> {
  // With storage in trouble a later page does so.
  const gone = await takeGone().catch(() => [])
  for (const event_hash of gone) forgetRecent(event_hash, deviceStorage)
}
