/** The store of photos does not answer, or refuses us. What was to be kept is not kept; another try later may do. */
export class BlobsAway extends Error {
  constructor(reason: unknown) {
    const said = reason instanceof Error ? reason.message : String(reason)
    super(`the photo store is away: ${said}`, { cause: reason })
    this.name = 'BlobsAway'
  }
}
