/** A moment on this device's wall clock: `2026-06-20T21:04:05.000+02:00`. */
export function localIsoTime(moment: Date): string {
  const offset = -moment.getTimezoneOffset()
  const wall = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1)
  const sign = offset < 0 ? '-' : '+'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${wall}${sign}${twoDigits(hours)}:${twoDigits(minutes)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
