import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { phoneCheckError } from './login-errors.ts'
import type { LoginError } from './login-errors.ts'
import type { LoginOption } from './login-option.ts'
import { useResendWait, useSendCode } from './use-send-code.ts'

interface ResendCodeProps {
  phone: string
  onSent: (option: LoginOption) => void
  onError: (error: LoginError | undefined) => void
}

/** Sends another code, once this number's wait is over. */
export function ResendCode({ phone, onSent, onError }: ResendCodeProps) {
  const sendCode = useSendCode()
  const seconds = useResendWait(phone)
  if (phone === '') return null
  const resend = () => {
    onError(undefined)
    sendCode.mutate(phone, {
      onSuccess: onSent,
      onError: (error) => onError(phoneCheckError(error)),
    })
  }
  return (
    <Button disabled={seconds > 0} busy={sendCode.isPending} onClick={resend}>
      {seconds > 0 ? texts.login.sendAgainIn(seconds) : texts.login.sendAgain}
    </Button>
  )
}
