/**
 * The photo process: decodes what strangers send, so that what goes wrong in a decoder (a crash, memory, a
 * picture that takes for ever) happens here and not in the server. Serves one request after another.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import sharp from 'sharp'
import { endJpeg } from './jpeg-end.ts'
import { lowerPriority } from './child-process.ts'
import type { Probabilities } from './nudity-model.ts'
import { STARTED } from './photo-messages.ts'
import type { PhotoAnswer, PhotoRequest, RenderedBy } from './photo-messages.ts'
import {
  renderFirst,
  renderFull,
  renderOrmaIcons,
  renderOrmaImage,
  renderPhoto,
  renderSmaller,
} from './photo-renditions.ts'

await lowerPriority()
// Linux only: a machine short of memory ends this process first, not the server.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
// Now, as this process is killed at its end. The next one needs no compiler: less memory, and sooner ready.
flushCompileCache()

process.on('message', (request: PhotoRequest) => {
  // Without the callback an answer to a server that was killed would end us with a stack in its log.
  void answer(request).then((message) => process.send?.(message, () => giveBackAnswer(message)))
})
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of a terminal: the server lets photos under way finish and then ends us.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.send?.(STARTED, () => undefined)

async function answer({ kind, input, orientation }: PhotoRequest): Promise<PhotoAnswer> {
  try {
    const bytes = typeof input === 'string' ? await readFile(input) : Buffer.from(input)
    try {
      return { rendered: await render(kind, bytes, orientation) }
    } finally {
      giveBack(bytes)
    }
  } catch (error) {
    // The check says nothing about the picture's bytes: where it fails, its process is started anew.
    return kind !== 'nudity' && isRefusal(error)
      ? { undecodable: error.message }
      : { failed: String(error) }
  }
}

async function render(
  kind: PhotoRequest['kind'],
  bytes: Buffer,
  orientation: PhotoRequest['orientation'],
): Promise<RenderedBy[keyof RenderedBy]> {
  if (kind === 'photo') return await renderPhoto(bytes, orientation)
  if (kind === 'first') return await renderFirst(bytes, orientation)
  if (kind === 'full') return await renderFull(bytes, orientation)
  if (kind === 'end') return endJpeg(bytes).then(() => true as const)
  if (kind === 'icons') return await renderOrmaIcons(bytes)
  if (kind === 'nudity') return await (await loadCheck())(bytes)
  if (kind === 'ready') return await getReady()
  if (typeof kind === 'number') return await renderSmaller(bytes, kind)
  return await renderOrmaImage(bytes, kind)
}

/** Only where the server wants the check: the model and what runs it take 100 MB. */
async function loadCheck(): Promise<(square: Uint8Array) => Promise<Probabilities>> {
  return (await import('./nudity-model.ts')).classifyPicture
}

/** Takes a picture of its own the way of a photo, which is slower the first time: by half, and what the check does also the second time. */
async function getReady(): Promise<true> {
  const size = { width: 2000, height: 1500 }
  const grey = sharp({ create: { ...size, channels: 3, background: 'grey' } })
  const photo = await grey.jpeg().toBuffer()
  const { square } = await renderFirst(photo, 1)
  await renderFull(photo, 1)
  const check = await loadCheck()
  await check(square)
  await check(square)
  return true
}

function giveBackAnswer(message: PhotoAnswer): void {
  if (!('rendered' in message)) return
  const { rendered } = message
  const parts: unknown[] = rendered instanceof Uint8Array ? [rendered] : Object.values(rendered)
  for (const part of parts) if (part instanceof Uint8Array) giveBack(part)
}

/** Frees a picture at once: garbage is collected by what lies in the heap of JavaScript, and these megabytes lie beside it. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  // Small ones share their memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Decoders throw a plain Error. Errors of files have a code, our own mistakes another name; what the machine lacks is told by its message. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    error.name === 'Error' &&
    !('code' in error) &&
    !isOfMachine(error.message)
  )
}

/** Not libheif's "security limit", which also speaks of memory: that file will never need less. */
function isOfMachine(message: string): boolean {
  return /memory|alloc|thread/i.test(message) && !/security limit/i.test(message)
}
