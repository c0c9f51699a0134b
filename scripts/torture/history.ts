/** What a trial came to; all three are zero for a queue that keeps its word. */
export interface Findings {
  /** Acknowledged and not stored, or stored with other bytes. */
  lost: number
  /** Stored once more than they were chosen. */
  doubled: number
  /** Pairs of neighbours that are stored in the other order than they were chosen. */
  disordered: number
}

/**
 * Compares what was chosen (SHA-256 of each photo that the screen called saved, in the order of choosing) with what the
 * server has (SHA-256 of the bytes on its disk, in the order of receiving).
 */
export function checkHistory(
  chosen: readonly string[],
  stored: readonly (string | undefined)[],
): Findings {
  const firstPlaces = chosen.map((sha256) => stored.indexOf(sha256))
  const arrived = firstPlaces.filter((place) => place >= 0)
  return {
    lost: chosen.length - arrived.length,
    doubled: stored.length - new Set(stored).size,
    disordered: arrived.filter((place, at) => at > 0 && place < (arrived[at - 1] ?? 0)).length,
  }
}
