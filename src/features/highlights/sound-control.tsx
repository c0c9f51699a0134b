import { useState } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { Volume2, VolumeX } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useCanSetVolume } from './use-can-set-volume.ts'
import { saveVolume } from './volume.ts'
import styles from './highlights.module.css'

interface SoundControlProps {
  player: RefObject<PlayerRef | null>
  /** The volume at first, 0 to 1. */
  volume: number
}

/** The controls of a film's music: muted at first, then with the volume last used on this device. */
export function SoundControl({ player, volume: saved }: SoundControlProps) {
  const [isOn, setIsOn] = useState(false)
  const [volume, setVolume] = useState(saved)
  const canSetVolume = useCanSetVolume()
  const toggle = () => {
    if (isOn) player.current?.mute()
    else player.current?.unmute()
    setIsOn(!isOn)
  }
  const change = (loud: number) => {
    player.current?.setVolume(loud)
    setVolume(loud)
    saveVolume(loud)
  }
  return (
    <div className={styles.sound}>
      {isOn && canSetVolume && (
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          aria-label={texts.highlights.volume}
          onChange={({ target }) => change(Number(target.value))}
        />
      )}
      <IconButton label={texts.highlights.sound} aria-pressed={isOn} onClick={toggle}>
        {isOn ? <Volume2 /> : <VolumeX />}
      </IconButton>
    </div>
  )
}
