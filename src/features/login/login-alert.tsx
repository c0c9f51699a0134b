import type { LoginError } from './login-errors.ts'

/** The error under a form. Always in the document, so that screen readers announce its text when it comes. */
export function LoginAlert({ error }: { error: LoginError | undefined }) {
  return (
    <div role="alert">
      {error && <p className="error">{error.text}</p>}
      {error?.detail && <p className="small quiet">{error.detail}</p>}
    </div>
  )
}
