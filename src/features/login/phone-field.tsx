import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { ChevronDown } from 'lucide-react'
import { AsYouType, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import { DEFAULT_COUNTRY } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'

const COUNTRIES = countriesByName()

export interface PhoneFieldProps {
  /** Called with a plus sign and digits; undefined while there are none. */
  onChange: (value: string | undefined) => void
}

/** A country and a number in the way that country writes it. A number with a plus sign is taken from any of them. */
export function PhoneField({ onChange }: PhoneFieldProps) {
  const [country, setCountry] = useState<CountryCode | ''>(DEFAULT_COUNTRY)
  const [text, setText] = useState('')

  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = target.value as CountryCode | ''
    setCountry(chosen)
    // What is typed stays: its country is often chosen only when it is seen to be the wrong one.
    onChange(readNumber(text, chosen).value)
  }
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const typed = target.value
    const { value, written } = readNumber(typed, country)
    // Only what grows at its end is written anew: elsewhere the caret would be lost.
    const isGrowing = typed.length > text.length && target.selectionEnd === typed.length
    setText(isGrowing ? written : typed)
    onChange(value)
  }
  return (
    <>
      <div className="tf">
        <label htmlFor="country">{texts.login.country}</label>
        <div className="login-select">
          <select
            id="country"
            className="tf-input"
            autoComplete="tel-country-code"
            value={country}
            onChange={choose}
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
      <div className="tf">
        <label htmlFor="phone">{texts.login.phone}</label>
        <input
          id="phone"
          name="phone"
          type="tel"
          className="tf-input"
          autoComplete="tel"
          enterKeyHint="send"
          value={text}
          onChange={type}
        />
      </div>
    </>
  )
}

/** The number in what was typed, and how its country writes it; without a country it begins with the calling code. */
function readNumber(typed: string, country: CountryCode | '') {
  const isBare = country === '' && /^\s*\d/.test(typed)
  const formatter = new AsYouType(country || undefined)
  const written = formatter.input(isBare ? `+${typed.trimStart()}` : typed)
  return { written, value: formatter.getNumberValue() }
}

/** All countries, by their English names. */
function countriesByName() {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  return getCountries()
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      calling: getCountryCallingCode(code),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
