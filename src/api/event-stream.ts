/** One event of a text/event-stream; `data` empty: it only says where the stream is. */
export interface StreamEvent {
  id: string | undefined
  data: string
}

/**
 * Makes the function that takes the text of a text/event-stream (WHATWG HTML, 9.2.6) as it comes in, cut anywhere, and calls
 * `onEvent` for each event that is complete. Of the fields it knows `id` and `data`.
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
    // What begins with a colon is a comment: it has no field.
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'id') id = value
  }

  return (text) => {
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    lines.forEach(readLine)
  }
}
