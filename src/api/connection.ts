interface Connection extends Partial<EventTarget> {
  saveData?: boolean
  /** Where the browser tells it. */
  type?: string
  /** What the line is as good as, by how it went lately. */
  effectiveType?: string
}

/** As `effectiveType` has it: below 700 kbit/s, or answers that take longer than 270 ms. */
const SLOW_TYPES = ['slow-2g', '2g', '3g']

/** Whether the browser says that what goes over the line costs somebody something, or that they want to save it. */
export function isMetered(): boolean {
  const { saveData = false, type = 'wifi' } = connection() ?? {}
  return saveData || !['wifi', 'ethernet'].includes(type)
}

/** A line that the browser says nothing of may be a dear one. */
export function isUnmetered(): boolean {
  return connection() !== undefined && !isMetered()
}

/** Whether the browser says that the line is slow, or as `isMetered`. */
export function isSlowOrMetered(): boolean {
  return isMetered() || SLOW_TYPES.includes(connection()?.effectiveType ?? '')
}

/** Calls `listener` when the browser has something new to say of the line. Gives what ends that. */
export function onConnectionChange(listener: () => void): () => void {
  const line = connection()
  line?.addEventListener?.('change', listener)
  return () => line?.removeEventListener?.('change', listener)
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}
