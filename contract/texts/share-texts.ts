export const share = {
  private: 'This Orma is private. Only people with this link or QR code can open it.',
  shareUrl: 'SHARE PRIVATE URL',
  copyUrl: 'COPY PRIVATE URL',
  copied: 'COPIED URL!',
  link: 'Private link',
  open: 'Open the Orma',
  edit: 'EDIT THIS ORMA',
  viewSlideshow: 'VIEW SLIDESHOW',
} as const
