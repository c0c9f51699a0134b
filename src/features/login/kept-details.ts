import * as v from 'valibot'
import { tabStorage } from '../../session/device-storage.ts'
import type { CodeForm } from './code-form.ts'
import type { LoginOption } from './login-option.ts'

const KEY = 'code_details'
const stored = v.object({ phone: v.string(), name: v.string(), email: v.string() })

/** Who looks up the code elsewhere may find the page loaded anew: name and email are stored in this tab until it has served. */
export function keepDetails(phone: string, { name, email }: CodeForm): void {
  tabStorage.setItem(KEY, JSON.stringify({ phone, name, email }))
}

/** What was entered beside a code to this number; empty where the account has it by now. */
export function readDetails(option: LoginOption): Pick<CodeForm, 'name' | 'email'> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  const isOfThis = parsed.success && parsed.output.phone === option.phone
  const { name, email } = isOfThis ? parsed.output : { name: '', email: '' }
  return { name: option.name ? '' : name, email: option.email ? '' : email }
}

export function forgetDetails(): void {
  tabStorage.removeItem(KEY)
}
