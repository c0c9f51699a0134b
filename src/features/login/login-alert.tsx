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
  const [first, ...others] = error ? alertLines(error, isOffline) : []
  return (
    <div id={LOGIN_ALERT} role="alert">
      {first && (
        <p key={tries} className="error">
          {first}
        </p>
      )}
      {others.map((line) => (
        <p key={line} className="small quiet">
          {line}
        </p>
      ))}
    </div>
  )
}

/** What is said of an error, the main thing first: where no answer came, that there was no connection. */
export function alertLines(
  { text, detail, isUnanswered }: LoginError,
  isOffline: boolean,
): string[] {
  const said = detail === undefined ? [text] : [text, detail]
  if (!isUnanswered) return said
  return [isOffline ? texts.offline.offline : texts.login.notReached, ...said]
}
