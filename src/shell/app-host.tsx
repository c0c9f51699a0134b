import { useEffect, useState } from 'react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { isRefused } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { InstallSteps, useInstallMethod } from '../features/install/install-method.tsx'
import { InstallOffer } from '../features/install/install-offer.tsx'
import { useNoContact } from '../live/use-no-contact.ts'
import { makeOffer } from '../worker/install-offer.ts'
import { countVisit, isInstallMoment, nameApp, noteDeclined } from '../worker/installable-app.ts'
import type { InstallableApp } from '../worker/installable-app.ts'
import { registerWorker } from '../worker/register-worker.ts'
import { offerReleases } from '../worker/releases.ts'
import { blockReload } from '../worker/reload-guard.ts'
import { isUnsent } from '../outbox/store/outbox-photo.ts'
import { currentUploads } from '../outbox/page/upload-store.ts'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { sessionRefusedKey } from '../session/session-query.ts'
import { deviceStorage, tabStorage } from '../session/device-storage.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { showToast } from '../ui/notices/toast.tsx'

/** Pages on which a question disturbs nothing. */
const QUIET_PLACE = /^\/(myormas|[^/]{22})?$/
const CHOOSING_PATH = /\/upload$/

/** Offers new releases of the app, and adding the app to the home screen. */
export function AppHost() {
  useEffect(() => void offerUpdates(), [])
  useGuestRefusal()
  const app = useInstallableApp()
  const way = useInstallMethod()
  const isFit = useFitMoment()
  const [hasSteps, setHasSteps] = useState(false)
  const noContact = useNoContact()
  const isShown = useOrmaShown()
  const name = isFit && isShown && way && !noContact ? app?.name : undefined
  const [isAnswered, setIsAnswered] = useState(false)
  const decline = () => noteDeclined(deviceStorage, Date.now())
  const accept = async () => {
    if (way === 'steps') setHasSteps(true)
    if (way === 'steps' || !(await makeOffer())) decline()
  }
  const answer = (work: () => unknown) => () => {
    setIsAnswered(true)
    work()
  }
  return (
    <>
      {name !== undefined && !isAnswered && (
        <InstallOffer name={name} onAccept={answer(accept)} onDecline={answer(decline)} />
      )}
      <Dialog
        open={hasSteps}
        onClose={() => setHasSteps(false)}
        title={texts.install.stepsTitle}
        closeLabel={texts.common.close}
      >
        <InstallSteps />
      </Dialog>
    </>
  )
}

/** Says that the Orma knows its guest by name no more: removed, or after a month. */
function useGuestRefusal(): void {
  const { data: refused } = useQuery({ queryKey: sessionRefusedKey, queryFn: skipToken })
  useEffect(() => {
    if (typeof refused === 'string') showToast({ text: texts.guests.signedOut })
  }, [refused])
}

/** Offers new releases for as long as the page lives. */
async function offerUpdates(): Promise<void> {
  blockWhilePicking()
  blockReload(() => currentUploads().photos.some((photo) => photo.isInMemory && isUnsent(photo)))
  const worker = await registerWorker()
  if (!worker) return
  const onReady = (accept: () => void) =>
    showToast({
      text: texts.offline.updateReady,
      action: { label: texts.offline.update, onPress: accept },
      lasting: true,
    })
  offerReleases(worker, onReady, isUploading)
}

/** Photos are being picked, which the page does not know until the picker closes. */
function blockWhilePicking(): void {
  let isPicking = false
  blockReload(() => isPicking)
  const set = (value: boolean) => (event: Event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') isPicking = value
  }
  document.addEventListener('click', set(true), true)
  document.addEventListener('change', set(false), true)
  document.addEventListener('cancel', set(false), true)
}

function isUploading(): boolean {
  const isChoosing = CHOOSING_PATH.test(location.pathname)
  return currentUploads().photos.some(
    (photo) => photo.state === 'sending' || (photo.state === 'draft' && isChoosing),
  )
}

/** The app whose manifest this page names: on each of an Orma's screens, that of the Orma. */
function useInstallableApp(): InstallableApp | undefined {
  const { event_hash } = useParams({ strict: false })
  const [shown, setShown] = useState<{ of: string | undefined; app: InstallableApp | undefined }>()
  useEffect(() => {
    void nameApp(event_hash).then((app) => setShown({ of: event_hash, app }))
  }, [event_hash])
  return shown?.of === event_hash ? shown?.app : undefined
}

/** False on the page of an Orma that is paused, asks for its word, is gone or not there yet: nobody adds what they cannot open. */
function useOrmaShown(): boolean {
  const { event_hash } = useParams({ strict: false })
  const { data, error } = useQuery({ ...eventQuery(event_hash ?? ''), enabled: false })
  return event_hash === undefined || (data !== undefined && !isRefused(error))
}

function useFitMoment(): boolean {
  const isQuiet = useLocation({ select: ({ pathname }) => QUIET_PLACE.test(pathname) })
  const { safe } = useUploads()
  useEffect(() => countVisit(deviceStorage, tabStorage), [])
  return isQuiet && isInstallMoment(deviceStorage, safe > 0, Date.now())
}
