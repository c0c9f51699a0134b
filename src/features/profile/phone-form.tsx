import { useState } from 'react'
import type { FormEvent } from 'react'
import { CODE_LENGTH } from '../../../contract/limits.ts'
import { isCode, phoneWithCountry } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { sendError } from '../../api/contact.ts'
import type { Session } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeInput } from '../../ui/fields/code-input.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useChangePhone, useSendCodes, useSentCodes } from './change-phone.ts'
import type { SentCodes } from './change-phone.ts'

interface PhoneFormProps {
  session: Session
  onDone: () => void
}

/** Another number for the account, in two steps: the number, then the code that came to each. */
export function PhoneForm({ session, onDone }: PhoneFormProps) {
  const [sent, setSent] = useSentCodes()
  if (sent) {
    return (
      <CodesStep session={session} sent={sent} onBack={() => setSent(undefined)} onDone={onDone} />
    )
  }
  return <NumberStep session={session} onSent={setSent} onCancel={onDone} />
}

interface NumberStepProps {
  session: Session
  onSent: (sent: SentCodes) => void
  onCancel: () => void
}

function NumberStep({ session, onSent, onCancel }: NumberStepProps) {
  const [phone, setPhone] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const send = useSendCodes(session)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newPhone = phoneWithCountry(phone)
    setIsInvalid(newPhone === undefined)
    send.reset()
    if (newPhone !== undefined) send.mutate(newPhone, { onSuccess: onSent })
  }
  const failure = send.error ? sendError(send.error, texts.phoneChange.failed) : undefined
  const error = isInvalid ? texts.login.invalidPhone : failure
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label={texts.phoneChange.newPhone}
        placeholder={texts.phoneChange.newPhonePlaceholder}
        hint={texts.phoneChange.newPhoneHint}
        type="tel"
        autoComplete="off"
        enterKeyHint="send"
        autoFocus
        value={phone}
        {...(error !== undefined && { error })}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Button kind="filled" type="submit" busy={send.isPending}>
        {texts.phoneChange.sendCodes}
      </Button>
      <Button kind="plain" onClick={onCancel}>
        {texts.common.cancel}
      </Button>
    </form>
  )
}

interface CodesStepProps {
  session: Session
  sent: SentCodes
  onBack: () => void
  onDone: () => void
}

const CODES_ALERT = 'codes-alert'

function CodesStep({ session, sent, onBack, onDone }: CodesStepProps) {
  const [codes, setCodes] = useState({ old_code: '', code: '' })
  const [isInvalid, setIsInvalid] = useState(false)
  const change = useChangePhone(session, sent)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const areCodes = isCode(codes.old_code) && isCode(codes.code)
    setIsInvalid(!areCodes)
    change.reset()
    if (areCodes) change.mutate(codes, { onSuccess: onDone })
  }
  const failure = change.error ? sendError(change.error, texts.phoneChange.failed) : undefined
  const error = isInvalid ? texts.login.invalidCode : failure
  const codeField = (field: keyof typeof codes, label: string) => (
    <CodeInput
      label={label}
      length={CODE_LENGTH}
      value={codes[field]}
      autoFocus={field === 'old_code'}
      errorId={error && CODES_ALERT}
      onChange={(typed) => setCodes((before) => ({ ...before, [field]: typed }))}
    />
  )
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {sent.noSms && <p className="quiet">{texts.phoneChange.noSms(sent.noSms.contact)}</p>}
      {codeField('old_code', texts.phoneChange.codeAtOld(sent.oldPhone))}
      {codeField('code', texts.phoneChange.codeAtNew(sent.newPhone))}
      <p className="small quiet">{texts.phoneChange.oldLost}</p>
      <div id={CODES_ALERT} role="alert">
        {error && <p className="error">{error}</p>}
      </div>
      <Button kind="filled" type="submit" busy={change.isPending}>
        {texts.phoneChange.change}
      </Button>
      <Button kind="plain" onClick={onBack}>
        {texts.phoneChange.otherNumber}
      </Button>
    </form>
  )
}
