interface Connection extends Partial<EventTarget> {
  saveData?: boolean
  /** The kind of line; not every browser tells it. */
  type?: string
  /** The kind of line that the last measurements equal. */
  effectiveType?: string
}

/** Values of `effectiveType`: below 700 kbit/s, or answers that take longer than 270 ms. */
const SLOW_TYPES = ['slow-2g', '2g', '3g']

/** Whether the person wants to save traffic. */
export function savesData(): boolean {
  return connection()?.saveData ?? false
}

/** Whether the browser says that traffic costs money, or that the person wants to save it. */
export function isMetered(): boolean {
  const { saveData = false, type = 'wifi' } = connection() ?? {}
  return saveData || !['wifi', 'ethernet'].includes(type)
}

/** Whether the browser says that the line is free of charge. False where it says nothing of it. */
export function isUnmetered(): boolean {
  return connection() !== undefined && !isMetered()
}

/** Whether the browser says that the line is slow, or as `isMetered`. */
export function isSlowOrMetered(): boolean {
  return isMetered() || SLOW_TYPES.includes(connection()?.effectiveType ?? '')
}

/** Calls `listener` at each change of what the browser says of the line. Returns the function that ends this. */
export function onConnectionChange(listener: () => void): () => void {
  const line = connection()
  line?.addEventListener?.('change', listener)
  return () => line?.removeEventListener?.('change', listener)
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}
