const UNITS = ['kB', 'MB', 'GB', 'TB']

/** Bytes in words, as phones do: 1 kB is 1,000 bytes. */
export function byteText(bytes: number): string {
  let [amount, unit] = [bytes / 1000, 0]
  while (amount >= 1000 && unit < UNITS.length - 1) [amount, unit] = [amount / 1000, unit + 1]
  return `${amount < 10 && unit > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[unit] ?? ''}`
}
