import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Share2 } from 'lucide-react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { isRefusal } from '../../api/contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { isIosApp } from '../../ui/layout/ios-app.ts'
import { ProgressRing } from '../../ui/notices/progress-ring.tsx'
import { canShare } from '../../ui/layout/save-blob.ts'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { filmQuery } from './highlight-queries.ts'
import { useFilmDownload } from './use-film-download.ts'
import styles from './highlights.module.css'

interface FilmDownloadProps {
  event: Event
  id: string
  /** With its words, instead of an icon. */
  isWide?: boolean
}

/**
 * The button that downloads a day's film, and the popup that shows how it goes. The download goes on while the popup is closed.
 */
export function FilmDownload({ event, id, isWide }: FilmDownloadProps) {
  const { data: config } = useQuery(filmQuery(event, id))
  const [isOpen, setIsOpen] = useState(false)
  const { download, percent, start, cancel } = useFilmDownload(event, id)
  const { state } = download
  const has = config !== undefined && config.images.length > 0
  const open = () => {
    if (config && state !== 'preparing') start(config)
    setIsOpen(true)
  }
  if (!has) return null
  const { highlights, common } = texts
  return (
    <>
      {isWide ? (
        <Button icon={<Download size={18} />} onClick={open}>
          {highlights.downloadFilm}
        </Button>
      ) : (
        <IconButton label={highlights.download} onClick={open}>
          <Download />
        </IconButton>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={state === 'failed' ? highlights.errorTitle(download.status) : highlights.download}
        closeLabel={common.close}
        actions={
          state === 'preparing' ? (
            <Button
              onClick={() => {
                cancel()
                setIsOpen(false)
              }}
            >
              {common.cancel}
            </Button>
          ) : state === 'failed' ? (
            <AfterFailure cause={download.cause} onRetry={() => start(config)} />
          ) : undefined
        }
      >
        {state === 'preparing' && <Preparing percent={percent} />}
        {state === 'ready' && <Ready file={download.file} />}
        {state === 'failed' && <p role="alert">{download.error}</p>}
      </Dialog>
    </>
  )
}

interface AfterFailureProps {
  cause: unknown
  onRetry: () => void
}

/** What to do after a failure: sign in where nobody is, nothing where the user may not have the film, otherwise try again. */
function AfterFailure({ cause, onRetry }: AfterFailureProps) {
  const navigate = useNavigate()
  if (isRefusal(cause, 403)) return null
  const isUnknown = isRefusal(cause, 401)
  const signIn = () => void navigate({ to: '/login' })
  return (
    <Button kind="filled" onClick={isUnknown ? signIn : onRetry}>
      {isUnknown ? texts.loginPrompt.login : texts.common.retry}
    </Button>
  )
}

function Preparing({ percent }: { percent: number | undefined }) {
  return (
    <div className={styles.preparing}>
      {percent === undefined ? (
        <Spinner size={40} />
      ) : (
        <ProgressRing value={percent / 100} label={texts.highlights.preparing} size={56}>
          <span className={styles.percent}>{texts.highlights.percent(Math.floor(percent))}</span>
        </ProgressRing>
      )}
      <p role="status">{texts.highlights.preparing}</p>
    </div>
  )
}

/** The browser is saving the film. It can also be saved by a link, and shared as a file; in an installed app on iOS only that. */
function Ready({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const isSharable = canShare(file)
  // Closing the sheet without choosing is no error.
  const share = () => navigator.share({ files: [file] }).catch(() => undefined)
  return (
    <>
      {isSharable && isIosApp() ? (
        <p role="status">{texts.highlights.ready}</p>
      ) : (
        <p role="status">
          {texts.highlights.downloading}{' '}
          <a href={url} download={file.name}>
            {texts.highlights.downloadByHand}
          </a>
        </p>
      )}
      {isSharable && (
        <Button kind="filled" icon={<Share2 size={18} />} onClick={() => void share()}>
          {texts.highlights.shareFile}
        </Button>
      )}
    </>
  )
}
