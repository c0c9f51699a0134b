import { useEffect, useRef } from 'react'
import QRCodeStyling from 'qr-code-styling'

/** Dots, round corners; the card it lies on gives the quiet zone that readers want. */
const STYLE = {
  margin: 0,
  qrOptions: { errorCorrectionLevel: 'M' },
  dotsOptions: { type: 'dots', color: '#1f1a17' },
  cornersSquareOptions: { type: 'extra-rounded' },
  cornersDotOptions: { type: 'dot' },
  backgroundOptions: { color: '#ffffff' },
} as const

export interface QrCodeProps {
  /** What a phone reads: an address. */
  data: string
  /** Pixels. */
  size: number
  label: string
}

/** A QR code in dots, dark on white in both themes: readers need it so. */
export function QrCode({ data, size, label }: QrCodeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = ref.current
    if (!place) return
    new QRCodeStyling({ ...STYLE, type: 'svg', width: size, height: size, data }).append(place)
    return () => place.replaceChildren()
  }, [data, size])
  return <div ref={ref} role="img" aria-label={label} style={{ width: size, height: size }} />
}

/** The same code as a PNG for printing, `size` pixels wide with its quiet zone. Rejects where it cannot be drawn. */
export async function qrCodePng(data: string, size: number): Promise<Blob> {
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
