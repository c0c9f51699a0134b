import { useEffect, useState } from 'react'
import { isSlowOrMetered, onConnectionChange } from '../../api/connection.ts'
import { outbox } from '../../outbox/store/outbox.ts'
import { wasSlow } from '../../outbox/queue/line-rate.ts'

/** Whether the line is slow or metered, by what the browser says or how the last photos went. Checked again as `sent` grows. */
export function useSlowLine(sent: number): boolean {
  const [isSaid, setSaid] = useState(isSlowOrMetered)
  const [isMeasured, setMeasured] = useState(false)
  useEffect(() => onConnectionChange(() => setSaid(isSlowOrMetered())), [])
  useEffect(() => {
    let isGone = false
    void wasSlow(outbox).then((isSlow) => {
      if (!isGone) setMeasured(isSlow)
    })
    return () => {
      isGone = true
    }
  }, [sent])
  return isSaid || isMeasured
}
