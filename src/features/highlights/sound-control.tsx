import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { Volume2, VolumeX } from 'lucide-react'
import { PLAYER } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
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
    deviceStorage.setItem(KEY, String(loud))
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

/**
 * Whether a page may say how loud its media are; false until that is known. On iPhones and iPads only their buttons do, and the
 * newer of them take back what is set no sooner than after the call.
 */
function useCanSetVolume(): boolean {
  const [canSet, setCanSet] = useState(false)
  useEffect(() => {
    const probe = new Audio()
    probe.volume = 0.5
    const timer = setTimeout(() => setCanSet(probe.volume === 0.5))
    return () => clearTimeout(timer)
  }, [])
  return canSet
}

const KEY = 'volume'

/** The volume of films on this device, 0 to 1. */
export function savedVolume(): number {
  const saved = deviceStorage.getItem(KEY)
  const volume = saved ? Number(saved) : PLAYER.volume
  return volume >= 0 && volume <= 1 ? volume : PLAYER.volume
}
