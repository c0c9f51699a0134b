import { useRef } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CheckField } from './check-field.tsx'
import type { PinEntry } from './switch-entries.ts'
import styles from './switches.module.css'

const { switches } = texts

interface PinFieldProps {
  entered: PinEntry
  onChange: (part: PinEntry) => void
  error: string | undefined
  /** The Orma has another one. */
  isNew?: boolean
}

/** The word that is asked for at an Orma's door. It is shown as it is typed: it is told to guests, or printed. */
export function PinField({ entered, onChange, error, isNew = false }: PinFieldProps) {
  return (
    <TextField
      name="pin"
      label={isNew ? switches.newPin : switches.pin}
      value={entered.pin ?? ''}
      hint={isNew ? switches.newPinHint : switches.pinHint}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onChange({ pin: target.value })}
    />
  )
}

/** Changes or removes the word of an Orma that has one. */
export function PinChange({ entered, onChange, error }: PinFieldProps) {
  const group = useRef<HTMLDivElement>(null)
  const { pin, keepDevices } = entered
  const isChanging = keepDevices !== undefined
  const isRemoving = pin === '' && !isChanging
  const change = (part: PinEntry) => {
    onChange(part)
    // The button that was pressed goes.
    group.current?.focus()
  }
  const changed = isChanging ? switches.pinIsChanged : switches.pinIsRemoved
  const keep = { pin: undefined, keepDevices: undefined }
  return (
    <div ref={group} role="group" aria-label={switches.pin} tabIndex={-1} className={styles.pin}>
      <p className="small">{isChanging || isRemoving ? changed : switches.hasPin}</p>
      {isChanging && (
        <>
          <PinField entered={entered} onChange={onChange} error={error} isNew />
          <CheckField
            label={switches.keepDevices}
            hint={switches.keepDevicesHint}
            checked={keepDevices}
            onChange={(checked) => onChange({ keepDevices: checked })}
          />
        </>
      )}
      <div className="row">
        {isChanging || isRemoving ? (
          <Button onClick={() => change(keep)}>
            {isChanging ? switches.keepOldPin : switches.keepPin}
          </Button>
        ) : (
          <>
            <Button onClick={() => change({ pin: '', keepDevices: false })}>
              {switches.changePin}
            </Button>
            <Button onClick={() => change({ pin: '', keepDevices: undefined })}>
              {switches.removePin}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
