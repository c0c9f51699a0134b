import { useState } from 'react'
import { Heart, Share2 } from 'lucide-react'
import { showAlert } from '../../src/ui/alerts.tsx'
import { Button, buttonClass } from '../../src/ui/button.tsx'
import { Choice } from '../../src/ui/choice.tsx'
import { CodeInput } from '../../src/ui/code-input.tsx'
import { Composer } from '../../src/ui/composer.tsx'
import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx'
import { Dialog } from '../../src/ui/dialog.tsx'
import { FileButton } from '../../src/ui/file-button.tsx'
import { IconButton } from '../../src/ui/icon-button.tsx'
import { TextField } from '../../src/ui/text-field.tsx'
import { showToast } from '../../src/ui/toast.tsx'

export function Buttons() {
  return (
    <section className="row">
      <Button kind="filled">UPLOAD NOW</Button>
      <Button icon={<Share2 size={18} />}>COPY PRIVATE URL</Button>
      <Button kind="danger">Delete</Button>
      <Button kind="plain">Cancel</Button>
      <Button kind="filled" busy>
        Verify
      </Button>
      <Button disabled>Start Slideshow</Button>
      <a href="#top" className={buttonClass('quiet')}>
        Continue with web version
      </a>
      <FileButton text="UPDATE BANNER" onFiles={() => undefined} accept="image/*" />
      <IconButton label="Like">
        <Heart />
      </IconButton>
      <IconButton label="Share" disabled>
        <Share2 />
      </IconButton>
    </section>
  )
}

export function Fields() {
  const [code, setCode] = useState('27')
  const [theme, setTheme] = useState('system')
  return (
    <section className="stack">
      <TextField label="Name" placeholder="First and last name" autoComplete="name" />
      <TextField
        label="Email"
        type="email"
        error="Please enter a valid email"
        defaultValue="anna@"
      />
      <TextField label="Date" type="date" hint="Today or later" />
      <CodeInput label="Enter 4 digit code" value={code} onChange={setCode} />
      <CodeInput label="Refused" value="1234" onChange={() => undefined} errorId="refused" />
      <p id="refused" className="error">
        Code is invalid or expired. please try again!
      </p>
      <Choice
        label="Theme"
        value={theme}
        onChange={setTheme}
        options={['system', 'light', 'dark'].map((value) => ({ value, text: value }))}
      />
      <Composer
        label="Comment"
        placeholder="Enter a comment"
        sendLabel="Send"
        maxLength={200}
        onSend={(text) => showToast({ text })}
      />
      <label className="row">
        <input type="checkbox" defaultChecked /> Select All
      </label>
    </section>
  )
}

export function Dialogs() {
  const [open, setOpen] = useState('')
  const close = () => setOpen('')
  return (
    <section className="row">
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Open a question</Button>
      <Button onClick={() => showAlert('Upload limit reached, please upgrade.')}>Alert</Button>
      <Button onClick={() => showToast({ text: 'Saved on this phone.' })}>Toast</Button>
      <Button
        onClick={() =>
          showToast({
            text: 'A new version of Orma is ready.',
            action: { label: 'Reload', onPress: () => undefined },
            lasting: true,
          })
        }
      >
        Update
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Share this Orma"
        closeLabel="Close"
        actions={
          <>
            <Button>COPY PRIVATE URL</Button>
            <Button kind="filled">SHARE PRIVATE URL</Button>
          </>
        }
      >
        <p>This Orma is private. Only people with this link or QR code can open it.</p>
        <TextField label="Name" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        question="Warning! This will delete the post. Are you sure?"
        confirmLabel="Delete"
        cancelLabel="Cancel"
        danger
        onConfirm={close}
        onCancel={close}
      />
    </section>
  )
}
