import styles from './edit-orma.module.css'
interface CheckFieldProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch of the form with a line on what it means. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
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
