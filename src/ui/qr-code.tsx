import { optionalComponent } from './optional-component.ts'

export interface QrCodeProps {
  /** What a phone reads: an address. */
  data: string
  /** Pixels. */
  size: number
  label: string
}

/** What draws it is large, and comes with the first code that is shown. */
const loadDrawing = () => import('./drawn-qr-code.tsx')

/**
 * A QR code in dots, dark on white in both themes: readers need it so. The `<Suspense>` around it shows what stands there until it can
 * be drawn.
 */
export const QrCode = optionalComponent<QrCodeProps>(async () => (await loadDrawing()).DrawnQrCode)

/** The same code as a PNG for printing, `size` pixels wide with its quiet zone. Rejects where it cannot be drawn. */
export async function qrCodePng(data: string, size: number): Promise<Blob> {
  return (await loadDrawing()).drawPng(data, size)
}
