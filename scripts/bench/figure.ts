/** One line of the table. */
export interface Figure {
  name: string
  measured: number
  unit: string
  /** What the bare machine does in the same run, in the same unit. */
  limit?: number
  /** Of `measured` to `limit`, or of `measured` itself where there is no limit. */
  budget?: { atLeast: number } | { atMost: number }
  /** Missing it fails the run: only counts, bytes, and ratios of servers in one run do. */
  isHeld?: boolean
  /** How far its runs lay apart, as a share of it. */
  spread?: number
}

export function isWithin({ measured, limit, budget }: Figure): boolean {
  if (!budget) return true
  const floor = limit ?? 1
  return 'atLeast' in budget
    ? measured >= budget.atLeast * floor
    : measured <= budget.atMost * floor
}

/** The figures as the rows of a table, its head first. */
export function cellsOf(figures: readonly Figure[]): string[][] {
  const rows = figures.map((figure) => {
    const { name, measured, unit, limit, budget, isHeld, spread } = figure
    const bound = budget && ('atLeast' in budget ? `>= ${budget.atLeast}` : `<= ${budget.atMost}`)
    const verdict = !budget ? '' : isWithin(figure) ? 'ok' : isHeld ? 'MISSED' : 'over'
    return [
      name,
      `${rounded(measured)} ${unit}`,
      limit === undefined ? '' : `${rounded(limit)} ${unit}`,
      limit ? rounded(measured / limit) : '',
      bound ?? '',
      spread === undefined ? '' : `${Math.round(100 * spread)} %`,
      verdict,
    ]
  })
  return [['figure', 'measured', 'limit', 'ratio', 'budget', 'spread', ''], ...rows]
}

/** The figures as a table of plain text. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = cellsOf(figures)
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
