import { useEffect, useEffectEvent, useRef } from 'react'
import { texts } from '../../../contract/texts.ts'
import { wait } from '../../device/wait.ts'
import { createCodeDetector } from './read-codes.ts'
import styles from './link-dialog.module.css'

/** Often enough to feel immediate, and seldom enough for a phone to stay cool. */
const EACH_MS = 200

interface CodeScannerProps {
  /** Called with the text of each code that is seen; true ends the reading. */
  onRead: (text: string) => boolean
  /** The camera cannot be had. */
  onFailed: () => void
}

/** Shows the camera's picture and reads codes in it. The camera is off once this is gone. */
export function CodeScanner({ onRead, onFailed }: CodeScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onRead)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    const stopped = new AbortController()
    if (!video.current) return undefined
    // What ends because this is gone is no failure.
    readCodes(video.current, tell, stopped.signal).catch(() => stopped.signal.aborted || fail())
    return () => stopped.abort()
  }, [])
  return (
    <div className={styles.scanner}>
      <video ref={video} className={styles.camera} playsInline muted aria-hidden />
      <p role="status" className="quiet small">
        {texts.ormaLink.aim}
      </p>
    </div>
  )
}

/** Rejects where the camera cannot be had. */
async function readCodes(
  video: HTMLVideoElement,
  onRead: (text: string) => boolean,
  stopped: AbortSignal,
): Promise<void> {
  const detector = createCodeDetector()
  const camera = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  })
  const turnOff = () => camera.getTracks().forEach((track) => track.stop())
  // It may have been closed while the person was asked.
  if (stopped.aborted || !detector) return turnOff()
  stopped.addEventListener('abort', turnOff)
  video.srcObject = camera
  await video.play()
  while (!stopped.aborted) {
    // A frame that cannot be read is one of many.
    const [code] = await detector.detect(video).catch(() => [])
    if (code && !stopped.aborted && onRead(code.rawValue)) return turnOff()
    await wait(EACH_MS)
  }
}
