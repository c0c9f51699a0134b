interface DocumentHeaderOptions {
  isHttps: boolean
  /** Origin of the API and of pictures, where it is not the page's. */
  apiHost?: string | undefined
  /** Origin that pictures' addresses lead on to. */
  mediaHost?: string | undefined
  /** Origin that is told of page views. */
  analyticsHost?: string | undefined
}

/** The one style that the highlights' player puts into the page: how its boxes are measured. A test holds it to the package. */
const PLAYER_STYLE = "'sha256-gv/jBVmnD9LQSRVG0n8AQ31cGwpFmZCCHvcOF0Z+Em8='"

/** What the app's HTML may load and do (security notes: headers). */
export function documentHeaders({
  isHttps,
  apiHost,
  mediaHost,
  analyticsHost,
}: DocumentHeaderOptions): Record<string, string> {
  const and = (...hosts: (string | undefined)[]) =>
    hosts.map((host) => (host ? ` ${host}` : '')).join('')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' ${PLAYER_STYLE}`,
      `img-src 'self' blob: data:${and(apiHost, mediaHost)}`,
      `media-src 'self' blob: data:${and(apiHost, mediaHost)}`,
      `connect-src 'self'${and(apiHost, mediaHost, analyticsHost)}`,
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
