import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { adtsFrames, FRAME_SAMPLES, SAMPLE_RATE } from './adts.ts'

/** Writes the frames of a loop round and round, as many as a film takes: nothing of it is encoded anew. */
export async function layMusic(loop: string, seconds: number, output: string): Promise<void> {
  const frames = await framesOf(loop)
  const count = Math.round((seconds * SAMPLE_RATE) / FRAME_SAMPLES)
  const all = Array.from({ length: count }, (_, at) => frames[at % frames.length] as Buffer)
  await writeFile(output, Buffer.concat(all))
}

async function framesOf(loop: string): Promise<Buffer[]> {
  const words = ['-v', 'error', '-nostdin', '-i', loop, '-c:a', 'copy', '-f', 'adts', 'pipe:1']
  const { stdout } = await promisify(execFile)('ffmpeg', words, { encoding: 'buffer' })
  // The first one is the last one once more, for players: they decode it and do not play it. Here it would be heard.
  return adtsFrames(stdout).slice(1)
}
