import { texts } from '../../../contract/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { CodeForm } from './code-form.ts'
import { LOGIN_ALERT } from './login-alert.tsx'
import type { LoginOption } from './login-option.ts'

interface MissingDetailsProps {
  option: LoginOption
  form: CodeForm
  /** The field that the error under the form is about. */
  wrong: keyof CodeForm | undefined
  onChange: (typed: Partial<CodeForm>) => void
}

/** Name and email, each only where the account lacks it. Asked for before the code, which takes a while to arrive. */
export function MissingDetails({ option, form, wrong, onChange }: MissingDetailsProps) {
  return (
    <>
      {!option.name && (
        <TextField
          label={texts.login.name}
          name="name"
          placeholder={texts.login.namePlaceholder}
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          autoFocus
          value={form.name}
          errorId={wrong === 'name' ? LOGIN_ALERT : undefined}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {!option.email && (
        <TextField
          label={texts.login.email}
          name="email"
          type="email"
          placeholder={texts.login.emailPlaceholder}
          autoComplete="email"
          enterKeyHint="next"
          autoFocus={option.name}
          value={form.email}
          errorId={wrong === 'email' ? LOGIN_ALERT : undefined}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      )}
    </>
  )
}
