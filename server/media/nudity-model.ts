import { fileURLToPath } from 'node:url'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { loadGraphModel } from '@tensorflow/tfjs-converter'
import type { GraphModel } from '@tensorflow/tfjs-converter'
import { ready, setBackend, tensor } from '@tensorflow/tfjs-core'
import type { Tensor } from '@tensorflow/tfjs-core'
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid'
import { CHECKED_PX } from './photo-limits.ts'

/** What the model tells apart, in the order in which it answers. */
export const NUDITY_CLASSES = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const

/** How likely a picture is of each class; together 1. */
export type Probabilities = Record<(typeof NUDITY_CLASSES)[number], number>

let loading: Promise<GraphModel> | undefined

/** Asks the model what a photo shows: `square` of its renditions. The first time loads the model, of 4 MB, which stays in memory. */
export async function classifyPicture(square: Uint8Array): Promise<Probabilities> {
  loading ??= loadModel()
  const model = await loading
  const input = tensor(toColours(square), [1, CHECKED_PX, CHECKED_PX, 3])
  const output = model.predict(input) as Tensor
  try {
    const values = await output.data()
    const named = NUDITY_CLASSES.map((name, at) => [name, values[at] ?? Number.NaN] as const)
    return Object.fromEntries(named) as Probabilities
  } finally {
    input.dispose()
    output.dispose()
  }
}

/** Each colour from 0 to 1. */
function toColours(bytes: Uint8Array): Float32Array {
  const colours = new Float32Array(bytes.length)
  // Not `Float32Array.from`: it takes a third as long as the model itself.
  for (let at = 0; at < bytes.length; at += 1) colours[at] = (bytes[at] ?? 0) / 255
  return colours
}

/** The package's own model without the package's own loader, which would bring other backends along and take seconds to start. */
async function loadModel(): Promise<GraphModel> {
  setWasmPaths(fileURLToPath(new URL('.', import.meta.resolve('@tensorflow/tfjs-backend-wasm'))))
  await setBackend('wasm')
  await ready()
  const { modelJson, weightBundles } = MobileNetV2MidModel
  const { default: description } = await modelJson()
  const shards: Buffer[] = []
  for (const readShard of weightBundles) {
    const { default: base64 } = await readShard()
    shards.push(Buffer.from(base64, 'base64'))
  }
  const artifacts = {
    modelTopology: description.modelTopology,
    weightSpecs: description.weightsManifest.flatMap(({ weights }) => weights),
    weightData: new Uint8Array(Buffer.concat(shards)).buffer,
  }
  return loadGraphModel({ load: async () => artifacts })
}
