import { useState } from 'react'
import { ChevronDown } from 'lucide-react'
import PhoneInput, { getCountries, getCountryCallingCode } from 'react-phone-number-input/input'
import type { Country } from 'react-phone-number-input/input'
import { DEFAULT_COUNTRY } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'

const COUNTRIES = countriesByName()
/** There the caret is set late while a number is typed, and digits would come out of order. */
const IS_ANDROID = /Android/.test(navigator.userAgent)

export interface PhoneFieldProps {
  /** As `+` and digits; undefined while empty. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A country and a number in the way that country writes it. A number with a plus sign is taken from any of them. */
export function PhoneField({ value, onChange }: PhoneFieldProps) {
  const [country, setCountry] = useState<Country | ''>(DEFAULT_COUNTRY)
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
            onChange={(event) => setCountry(event.target.value as Country | '')}
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
        <PhoneInput
          id="phone"
          name="phone"
          className="tf-input"
          autoComplete="tel"
          enterKeyHint="send"
          smartCaret={!IS_ANDROID}
          defaultCountry={country || undefined}
          value={value}
          onChange={onChange}
        />
      </div>
    </>
  )
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
