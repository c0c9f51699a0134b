import { MAX_VIDEO_SECONDS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import styles from './check-field.module.css'

interface CheckFieldProps {
  label: string
  hint: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A switch of a form with a line on what it means. */
export function CheckField({ label, hint, checked, disabled, onChange }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        <br />
        <span className="quiet small">{hint}</span>
      </span>
    </label>
  )
}

interface VideoSwitchProps {
  /** The longest video that the server takes. */
  maxSeconds?: number
  /** They may by now. */
  isOn?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether guests may add videos. */
export function VideoSwitch({ maxSeconds = MAX_VIDEO_SECONDS, isOn, ...field }: VideoSwitchProps) {
  const { allowVideos, allowVideosHint, allowVideosOff } = texts.edit
  const hint = allowVideosHint(maxSeconds)
  return (
    <CheckField label={allowVideos} hint={isOn ? `${hint} ${allowVideosOff}` : hint} {...field} />
  )
}
