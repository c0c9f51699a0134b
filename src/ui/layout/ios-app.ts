/** Whether this page runs as an installed app on an iPhone or iPad: it has no downloads there, only the share sheet. */
export function isIosApp(): boolean {
  return 'standalone' in navigator && navigator.standalone === true
}
