import { useEffect, useId, useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { MUSIC_NAMES, musicAddress } from '../../../contract/music.ts'
import type { MusicName } from '../../../contract/music.ts'
import { texts } from '../../../contract/texts.ts'
import { apiOrigin } from '../../api/api-host.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import styles from './edit-orma.module.css'

interface MusicChoiceProps {
  /** '': none. */
  value: MusicName | ''
  onChange: (value: MusicName | '') => void
}

/** Chooses the music of an Orma's films, if any; each piece can be played first. */
export function MusicChoice({ value, onChange }: MusicChoiceProps) {
  const group = useId()
  const { heard, hasFailed, toggle } = useMusicPreview()
  return (
    <fieldset>
      <legend>{texts.edit.music}</legend>
      <p className="quiet small">{texts.edit.musicHint}</p>
      {(['', ...MUSIC_NAMES] as const).map((name) => (
        <div key={name} className={styles.piece}>
          <label>
            <input
              type="radio"
              name={group}
              checked={name === value}
              onChange={() => onChange(name)}
            />
            {texts.edit.musicNames[name]}
          </label>
          {name !== '' && (
            <ListenButton name={name} isHeard={name === heard} onPress={() => toggle(name)} />
          )}
        </div>
      ))}
      <p role="status" className="small">
        {hasFailed && texts.edit.musicFailed}
      </p>
    </fieldset>
  )
}

interface ListenButtonProps {
  name: MusicName
  isHeard: boolean
  onPress: () => void
}

function ListenButton({ name, isHeard, onPress }: ListenButtonProps) {
  const { listenTo, stopListening, musicNames } = texts.edit
  const label = (isHeard ? stopListening : listenTo)(musicNames[name])
  return (
    <IconButton label={label} onClick={onPress}>
      {isHeard ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
    </IconButton>
  )
}

/** Plays one piece of music at a time in a loop, until it is stopped or the form is unmounted. */
function useMusicPreview() {
  const player = useRef<HTMLAudioElement>(undefined)
  const [heard, setHeard] = useState<MusicName>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => () => player.current?.pause(), [])
  const fail = (error: unknown) => {
    // Another piece was pressed before this one began.
    if (error instanceof DOMException && error.name === 'AbortError') return
    setHeard(undefined)
    setHasFailed(true)
  }
  return {
    heard,
    hasFailed,
    toggle: (name: MusicName) => {
      setHasFailed(false)
      player.current?.pause()
      setHeard(name === heard ? undefined : name)
      if (name === heard) return
      player.current = new Audio(apiOrigin + musicAddress(name))
      player.current.loop = true
      player.current.play().catch(fail)
    },
  }
}
