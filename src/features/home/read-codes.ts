import { useEffect, useState } from 'react'

/** https://wicg.github.io/shape-detection-api/#barcode-detection-api: not in every browser, nor in TypeScript's library. */
export interface CodeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface CodeDetectorClass {
  new (options: { formats: string[] }): CodeDetector
  getSupportedFormats: () => Promise<string[]>
}

const FORMAT = 'qr_code'

/** A reader of QR codes; undefined where the browser has none. */
export function createCodeDetector(): CodeDetector | undefined {
  const Detector = detectorClass()
  return Detector && new Detector({ formats: [FORMAT] })
}

/** Whether codes can be read with the camera here. */
export function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void canReadCodes().then((can) => isCurrent && setCanScan(can))
    return () => {
      isCurrent = false
    }
  }, [])
  return canScan
}

async function canReadCodes(): Promise<boolean> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices) return false
  // Some browsers have the class and no format.
  const formats = await detectorClass()
    ?.getSupportedFormats()
    .catch(() => undefined)
  return formats?.includes(FORMAT) ?? false
}

function detectorClass(): CodeDetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: CodeDetectorClass }).BarcodeDetector
}
