import { CODE_LENGTH } from '../../../contract/limits.ts'
import { isCode, isEmail } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import type { LoginOption } from './login-option.ts'

export interface CodeForm {
  code: string
  name: string
  email: string
}

interface FormError {
  field: keyof CodeForm | undefined
  text: string
}

/** What is wrong with the form, if anything; name and email count only where the account lacks them. */
export function checkCodeForm(form: CodeForm, option: LoginOption): FormError | undefined {
  const { code, name, email } = { ...form, name: visibleText(form.name), email: form.email.trim() }
  if (option.phone === '') return { field: undefined, text: texts.login.corrupted }
  if (!option.name && name === '') return { field: 'name', text: texts.login.missingName }
  if (!option.email && email === '') return { field: 'email', text: texts.login.missingEmail }
  if (!option.email && !isEmail(email)) return { field: 'email', text: texts.login.invalidEmail }
  if (!isCode(code)) return { field: 'code', text: texts.login.invalidCode }
  return undefined
}

/** Whether the code is sent without a press: it is complete, and every other field is filled. */
export function canSubmitByItself({ code, name, email }: CodeForm, option: LoginOption): boolean {
  return (
    /^\d+$/.test(code) &&
    code.length === CODE_LENGTH &&
    (option.name || visibleText(name) !== '') &&
    (option.email || email.trim() !== '')
  )
}
