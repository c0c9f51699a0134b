import { useEffect, useRef } from 'react'
import QRCodeStyling from 'qr-code-styling'
import type { QrCodeProps } from './qr-code.tsx'

/** Dots and round corners. The card around it is the quiet zone that readers need. */
const STYLE = {
  margin: 0,
  qrOptions: { errorCorrectionLevel: 'M' },
  dotsOptions: { type: 'dots', color: '#1f1a17' },
  cornersSquareOptions: { type: 'extra-rounded' },
  cornersDotOptions: { type: 'dot' },
  backgroundOptions: { color: '#ffffff' },
} as const

/** Draws the code for `QrCode`. */
export function DrawnQrCode({ data, size, label }: QrCodeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = ref.current
    if (!place) return
    new QRCodeStyling({ ...STYLE, type: 'svg', width: size, height: size, data }).append(place)
    return () => place.replaceChildren()
  }, [data, size])
  return <div ref={ref} role="img" aria-label={label} style={{ width: size, height: size }} />
}

/** Draws the code for `qrCodePng`. */
export async function drawPng(data: string, size: number): Promise<Blob> {
  const margin = Math.round(size / 12)
  const code = new QRCodeStyling({
    ...STYLE,
    type: 'canvas',
    margin,
    width: size,
    height: size,
    data,
  })
  const png = await code.getRawData('png')
  if (!(png instanceof Blob)) throw new Error('The QR code could not be drawn.')
  return png
}
