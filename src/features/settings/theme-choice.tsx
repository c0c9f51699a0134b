import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { savedTheme, setTheme } from '../../ui/theme.ts'
import type { Theme } from '../../ui/theme.ts'

export function ThemeChoice() {
  const [theme, choose] = useState(savedTheme)
  const options = [
    { value: 'system', text: texts.settings.system },
    { value: 'light', text: texts.settings.light },
    { value: 'dark', text: texts.settings.dark },
  ] as const
  const change = (chosen: Theme) => {
    setTheme(chosen)
    choose(chosen)
  }
  return <Choice label={texts.settings.theme} options={options} value={theme} onChange={change} />
}
