/** A moment's day on the user's own calendar, as `YYYY-MM-DD`. */
export function localDay(moment: Date): string {
  const day = String(moment.getDate()).padStart(2, '0')
  const month = String(moment.getMonth() + 1).padStart(2, '0')
  return `${moment.getFullYear()}-${month}-${day}`
}
