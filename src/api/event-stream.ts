/** One event of a text/event-stream; with empty `data` it only carries the stream's position. */
export interface StreamEvent {
  id: string | undefined
  data: string
}

/**
 * Makes a function that parses the text of a text/event-stream (WHATWG HTML, 9.2.6), fed in pieces cut anywhere. Calls `onEvent`
 * for each complete event. Reads the fields `id` and `data`.
 */
export function createStreamReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = ''
  let id: string | undefined
  let data: string[] = []

  function readLine(line: string): void {
    if (line === '') {
      if (id !== undefined || data.length > 0) onEvent({ id, data: data.join('\n') })
      id = undefined
      data = []
      return
    }
    // A line that begins with a colon is a comment: it does not match.
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id') id = value
  }

  return (text) => {
    // A carriage return at the end may be the first half of a line break.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    lines.forEach(readLine)
  }
}
