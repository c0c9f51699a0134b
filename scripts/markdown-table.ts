/** A table of Markdown with its columns aligned, as the formatter has them; ends with a newline. */
export function markdownTable(head: string[], rows: string[][]): string {
  const widthOf = (at: number) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0))
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widthOf(at), fill)).join(' | ')} |\n`
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('')
}
