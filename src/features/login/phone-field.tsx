import { useLayoutEffect, useRef, useState } from 'react'
import type { ClipboardEvent, FormEvent } from 'react'
import metadata from 'libphonenumber-js/min/metadata'
import { ChevronDown } from 'lucide-react'
import PhoneInput, {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumber,
} from 'react-phone-number-input/input'
import type { Country } from 'react-phone-number-input/input'
import names from 'react-phone-number-input/locale/en'
import { DEFAULT_COUNTRY } from '../../../contract/limits.ts'
import { canonicalPhone } from '../../../contract/phone-number.ts'
import { DEFAULT_COUNTRY_META } from '../../../contract/routes.ts'
import { texts } from '../../../contract/texts.ts'
import { PhoneText, withPlus } from './phone-text.tsx'
import loginStyles from './login.module.css'
import textFieldStyles from '../../ui/fields/text-field.module.css'

const COUNTRIES = countriesByName()

export interface PhoneFieldProps {
  /** Called with the digits, written in the one way; with undefined where there are none, too few or too many for the country. */
  onChange: (value: string | undefined) => void
  /** The id of what says what is wrong with the number. */
  errorId: string | undefined
}

/**
 * A country, and a number written the way that country does; without a country the number begins with its calling code. A number
 * with a plus sign is accepted from any country.
 */
export function PhoneField({ onChange, errorId }: PhoneFieldProps) {
  const [country, setCountry] = useState<Country | ''>(defaultCountry)
  const input = useRef<HTMLInputElement>(null)
  const carried = useRef({ text: '', hadFocus: false })

  const show = (next: Country | '') => {
    const text = input.current?.value ?? ''
    carried.current = { text, hadFocus: document.activeElement === input.current }
    setCountry(next)
  }
  // Choosing another country keeps the digits: often it is chosen only once it is seen to be wrong. They are typed again into the
  // new country's input, so that the number is the one shown there.
  useLayoutEffect(() => {
    const { text, hadFocus } = carried.current
    if (!text) return
    input.current?.setRangeText(text, 0, 0, 'end')
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
    if (hadFocus) input.current?.focus()
  }, [country])

  // A whole number with a plus sign names its own country.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = withPlus(event.clipboardData.getData('text').trim())
    const pasted = text.startsWith('+') ? parsePhoneNumber(text) : undefined
    if (!pasted) return
    const { countryCallingCode: calling, number } = pasted
    if (country && getCountryCallingCode(country) === calling) return
    event.preventDefault()
    // Without its extension, which would be digits like the others.
    carried.current = { text: number, hadFocus: true }
    setCountry(metadata.country_calling_codes[calling]?.[0] ?? '')
  }
  const change = (value: string | undefined) => onChange(canonicalPhone(value?.slice(1) ?? ''))
  const noteEmpty = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    // The library reports each number, but not that the field is empty.
    if (!/\p{Nd}/u.test(currentTarget.value)) onChange(undefined)
  }
  return (
    <>
      <div className={textFieldStyles.root}>
        <label htmlFor="country">{texts.login.country}</label>
        <div className={loginStyles.select}>
          <select
            id="country"
            className={textFieldStyles.input}
            autoComplete="tel-country-code"
            value={country}
            onChange={({ target }) => show(target.value as Country | '')}
          >
            <option value="">{texts.login.international}</option>
            {COUNTRIES.map(({ code, name, calling }) => (
              <option key={code} value={code}>
                {`${name} (+${calling})`}
              </option>
            ))}
          </select>
          <ChevronDown size={20} aria-hidden />
        </div>
      </div>
      <div className={textFieldStyles.root}>
        <label htmlFor="phone">{texts.login.phone}</label>
        {/* No `value`: given back what it has told, it loses digits that were typed meanwhile. A key, because it would forget the
            text for another country, and go on telling the number of the one before. */}
        <PhoneInput
          key={country}
          ref={input}
          id="phone"
          name="phone"
          className={textFieldStyles.input}
          autoComplete="tel"
          enterKeyHint="send"
          defaultCountry={country || undefined}
          smartCaret={false}
          inputComponent={PhoneText}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          onInput={noteEmpty}
          onPaste={paste}
          onChange={change}
        />
      </div>
    </>
  )
}

/** The host's, where it has set one. */
function defaultCountry(): Country {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${DEFAULT_COUNTRY_META}]`)
  const country = meta?.content ?? ''
  return isSupportedCountry(country) ? country : DEFAULT_COUNTRY
}

/** All countries, by their English names. */
function countriesByName() {
  return getCountries()
    .map((code) => ({ code, name: names[code], calling: getCountryCallingCode(code) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
