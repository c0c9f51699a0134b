/** There is no room on a disk for what was to be written, here or in the database; nothing of it was kept. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super(`no room on the disk: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'StorageFull'
  }
}

/** Whether a file system said so. */
export function isOutOfSpace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}
