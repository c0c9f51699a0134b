export const print = {
  downloadQr: 'DOWNLOAD QR',
  qrCode: 'QR code that opens this Orma',
  qrFailed: 'The QR code could not be saved. Please try again.',
  tableCard: 'Print table card (A6)',
  sign: 'Print sign (A4)',
  scan: 'Scan to see and add photos',
  noApp: 'No app needed',
} as const
