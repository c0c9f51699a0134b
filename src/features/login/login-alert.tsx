import { texts } from '../../../contract/texts.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import type { LoginError } from './login-errors.ts'

/** The id of the error under a form, for the field that it is about. */
export const LOGIN_ALERT = 'login-alert'

interface LoginAlertProps {
  error: LoginError | undefined
  /** How often the form was sent: the same error is then announced once more. */
  tries: number
}

/** The error under a form. Always in the document, so that screen readers announce its text when it comes. */
export function LoginAlert({ error, tries }: LoginAlertProps) {
  const isOffline = useNoContact() === 'offline'
  const detail = error?.isUnanswered && isOffline ? texts.offline.offline : error?.detail
  return (
    <div id={LOGIN_ALERT} role="alert">
      {error && (
        <p key={tries} className="error">
          {error.text}
        </p>
      )}
      {detail && <p className="small quiet">{detail}</p>}
    </div>
  )
}
