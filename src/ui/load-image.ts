/** A picture that takes longer than this is left out of its turn. */
const PATIENCE_MS = 20_000

/** Loads and decodes a picture, so that it can be painted without a wait; false where it cannot be had. */
export async function loadImage(src: string): Promise<boolean> {
  const image = new Image()
  image.src = src
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const decoded = image.decode().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([decoded, patience])
  } finally {
    clearTimeout(timer)
  }
}
