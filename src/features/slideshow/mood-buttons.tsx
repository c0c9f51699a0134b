import { useEffect } from 'react'
import { Columns2, Grid3x3, Square } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { MOODS } from './moods.ts'
import type { Mood } from './moods.ts'

const ICONS = { pairs: Columns2, one: Square, wall: Grid3x3 }

interface MoodButtonsProps {
  mood: Mood
  onChange: (mood: Mood) => void
}

/** Changes the mood of a running slideshow, also by the keys 1, 2 and 3. */
export function MoodButtons({ mood, onChange }: MoodButtonsProps) {
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const wanted = MOODS[Number(key) - 1]
      if (wanted && !ctrlKey && !metaKey && !altKey) onChange(wanted)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onChange])
  return MOODS.map((each) => {
    const Icon = ICONS[each]
    return (
      <IconButton
        key={each}
        label={texts.slideshow.moods[each]}
        aria-pressed={each === mood}
        onClick={() => onChange(each)}
      >
        <Icon />
      </IconButton>
    )
  })
}
