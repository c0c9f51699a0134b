import { useEffect, useRef } from 'react'
import { drawPart } from './crop-file.ts'
import type { CropArea } from './crop.ts'

interface CropCanvasProps {
  image: ImageBitmap
  part: CropArea
  /** Width in drawn pixels; the style sets how large it is shown. */
  width: number
}

export function CropCanvas({ image, part, width }: CropCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const height = Math.round((width * part.height) / part.width)
  useEffect(() => {
    const context = ref.current?.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, width, height)
    drawPart(context, image, part)
  }, [image, part, width, height])
  return <canvas ref={ref} className="cover" width={width} height={height} />
}
