import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { ScanLine } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CodeScanner } from './code-scanner.tsx'
import { readOrmaLink } from './orma-link.ts'
import { useCanScan } from './read-codes.ts'

interface LinkDialogProps {
  open: boolean
  onClose: () => void
}

/** Opens an Orma by its link, pasted or read from a code by the camera, as the link itself would. */
export function LinkDialog({ open, onClose }: LinkDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isScanning, setIsScanning] = useState(false)
  const canScan = useCanScan()
  const close = () => {
    setIsScanning(false)
    setError(undefined)
    onClose()
  }
  const openLink = (found: string, failure: string): boolean => {
    const address = readOrmaLink(found)
    setError(address ? undefined : failure)
    // A whole load: what stands behind the # is read when a page begins.
    if (address) location.assign(address)
    return address !== undefined
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    openLink(text, texts.ormaLink.none)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.ormaLink.title}
      closeLabel={texts.common.close}
    >
      <form className="stack" onSubmit={submit} noValidate>
        {isScanning && (
          <CodeScanner
            onRead={(found) => openLink(found, texts.ormaLink.other)}
            onFailed={() => {
              setIsScanning(false)
              setError(texts.ormaLink.denied)
            }}
          />
        )}
        <TextField
          label={texts.ormaLink.field}
          hint={canScan ? texts.ormaLink.hint : `${texts.ormaLink.hint} ${texts.ormaLink.byPhone}`}
          error={error}
          value={text}
          onChange={({ target }) => setText(target.value)}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button type="submit" kind="filled">
          {texts.ormaLink.open}
        </Button>
        {canScan && (
          <Button
            icon={<ScanLine size={20} aria-hidden />}
            onClick={() => {
              setError(undefined)
              setIsScanning(!isScanning)
            }}
          >
            {isScanning ? texts.ormaLink.stop : texts.ormaLink.scan}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
