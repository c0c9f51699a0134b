import { useState } from 'react'
import { Download } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { http } from '../../api/http.ts'
import { fullOf } from '../../posts/full-picture.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { shareOrSave } from '../../ui/layout/save-blob.ts'

/** Opens the share sheet with a photo or video, where it can also be saved; without a sheet for files saves it as a file. */
export function SavePhoto({ post }: { post: Post }) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, status, video_url } = post
  const full = video_url ?? fullOf(post)
  if (full === null || status !== 'COMPLETED') return null
  const { save: label, saveFailed } = video_url ? texts.video : texts.post
  const save = async () => {
    setIsBusy(true)
    try {
      const name = `${texts.product.name}-${id}.${video_url ? 'mp4' : 'jpg'}`
      await shareOrSave(await load(full, name))
    } catch {
      showAlert(saveFailed)
    }
    setIsBusy(false)
  }
  return (
    <IconButton
      label={label}
      aria-busy={isBusy || undefined}
      onClick={() => void (isBusy || save())}
    >
      <Download size={22} />
    </IconButton>
  )
}

async function load(url: string, name: string): Promise<File> {
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS)
  const blob = await http(url, { signal, responseType: 'blob' })
  return new File([blob], name, { type: blob.type })
}
