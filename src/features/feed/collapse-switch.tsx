import { texts } from '../../../contract/texts.ts'

export interface CollapseSwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Has photos that look almost alike shown as one. */
export function CollapseSwitch({ isOn, onChange }: CollapseSwitchProps) {
  return (
    <div className="fd-tools">
      <label>
        {texts.feed.collapse}
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
        />
      </label>
    </div>
  )
}
