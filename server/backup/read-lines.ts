import { open } from 'node:fs/promises'

/**
 * The lines of a file of JSON, read as they are asked for. Node's own `readLines` also ends a line at U+2028 and U+2029, which JSON
 * leaves as they are in people's words.
 */
export async function readLines(place: string): Promise<AsyncIterable<string>> {
  return linesOf((await open(place)).createReadStream({ encoding: 'utf8' }))
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const text of texts) {
    const lines = (begun + text).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') yield begun
}
