interface Connection {
  saveData?: boolean
  /** Where the browser tells it. */
  type?: string
}

/** Whether the browser says that what goes over the line costs somebody something, or that they want to save it. */
export function isMetered(): boolean {
  const { saveData = false, type = 'wifi' } = connection() ?? {}
  return saveData || !['wifi', 'ethernet'].includes(type)
}

/** A line that the browser says nothing of may be a dear one. */
export function isUnmetered(): boolean {
  return connection() !== undefined && !isMetered()
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}
