import type { MouseEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { isSilence } from '../../api/contact.ts'
import { refusalOf, request } from '../../api/request.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { isIosApp } from '../../ui/layout/ios-app.ts'
import { saveAddress } from '../../ui/layout/save-blob.ts'
import { Spinner } from '../../ui/notices/spinner.tsx'

interface SaveArchiveProps {
  event_hash: string
  /** The archive's address, with its ticket. */
  href: string
  onBegun: () => void
  /** Told in words why it has not begun. */
  onFailed: (why: string) => void
}

/** The link by which the browser itself saves an archive: what a page fetches has to fit into its memory. */
export function SaveArchive({ event_hash, href, onBegun, onFailed }: SaveArchiveProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => requireArchive(event_hash, href),
  })
  if (isIosApp()) {
    // Closing the sheet without choosing is no error.
    const share = () => navigator.share({ url: href }).catch(() => undefined)
    return (
      <Button kind="filled" onClick={() => void share()}>
        {texts.archive.share}
      </Button>
    )
  }
  const press = (event: MouseEvent) => {
    event.preventDefault()
    if (isPending) return
    // Options of the press, not of the hook: nothing begins once the dialog has been closed.
    mutate(undefined, {
      onSuccess: () => {
        saveAddress(href)
        onBegun()
      },
      onError: (error) => onFailed(failureText(error)),
    })
  }
  return (
    <a
      href={href}
      download
      className={buttonClass('filled')}
      aria-busy={isPending || undefined}
      onClick={press}
    >
      {isPending && <Spinner size={20} />}
      {texts.archive.start}
    </a>
  )
}

/**
 * Asks for the head of an archive alone: what becomes of a browser's own download no page hears. Rejects with an ApiError where there
 * is none, or no answer.
 */
async function requireArchive(event_hash: string, href: string): Promise<void> {
  const received = await request(endpointPath(api.getArchive, { event_hash }), {
    method: 'HEAD',
    query: { ticket: new URL(href).searchParams.get('ticket') ?? undefined },
    headers: {},
  })
  if (!received.response.ok) throw refusalOf(received)
}

/** Why there is no archive: a proxy's answer shows that there is a connection. */
export function failureText(error: Error): string {
  const isAnswer = error instanceof ApiError && error.code === 'unexpected_answer'
  return isSilence(error) && !isAnswer ? texts.archive.noConnection : error.message
}
