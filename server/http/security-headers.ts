interface DocumentHeaderOptions {
  isHttps: boolean
  /** Origins of other hosts that the app may call. */
  hosts: readonly string[]
}

/** What the app's HTML may load and do (security notes: headers). */
export function documentHeaders({ isHttps, hosts }: DocumentHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' blob: data:",
      "media-src 'self' blob: data:",
      ["connect-src 'self'", ...hosts].join(' '),
      "font-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types orma-sw',
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(self), camera=(self), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** A photo is data: were its bytes ever taken for a page, it could do nothing. */
export const MEDIA_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}
