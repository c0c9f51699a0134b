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

/** Opens the share sheet with a photo, where it can also be saved; without a sheet for files saves it as a file. */
export function SavePhoto({ post }: { post: Post }) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, status } = post
  const full = fullOf(post)
  if (full === null || status !== 'COMPLETED') return null
  const save = async () => {
    setIsBusy(true)
    try {
      await shareOrSave(await loadPhoto(full, `${texts.product.name}-${id}.jpg`))
    } catch {
      showAlert(texts.post.saveFailed)
    }
    setIsBusy(false)
  }
  return (
    <IconButton
      label={texts.post.save}
      aria-busy={isBusy || undefined}
      onClick={() => void (isBusy || save())}
    >
      <Download size={22} />
    </IconButton>
  )
}

async function loadPhoto(url: string, name: string): Promise<File> {
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS)
  const blob = await http(url, { signal, responseType: 'blob' })
  return new File([blob], name, { type: blob.type })
}
