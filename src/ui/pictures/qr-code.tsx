import { latePiece } from '../layout/late-piece.tsx'

export interface QrCodeProps {
  /** The address in the code. */
  data: string
  /** Width and height in pixels. */
  size: number
  label: string
}

/** The drawing library is large, and loaded with the first code. */
const loadDrawing = () => import('./drawn-qr-code.tsx')

/**
 * A QR code in dots, dark on white in both themes, as readers need. The `<Suspense>` around it has what is shown until it can be
 * drawn.
 */
export const QrCode = latePiece<QrCodeProps>(async () => (await loadDrawing()).DrawnQrCode)

/** The same code as a PNG for printing, `size` pixels wide with its quiet zone. Rejects where it cannot be drawn. */
export async function qrCodePng(data: string, size: number): Promise<Blob> {
  return (await loadDrawing()).drawPng(data, size)
}
