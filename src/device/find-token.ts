import { TOKEN_COOKIE } from '../../contract/limits.ts'

/** The token in a `Cookie` text such as `a=1; token=abc`. */
export function findToken(cookies: string): string | undefined {
  for (const part of cookies.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) === TOKEN_COOKIE) return part.slice(at + 1) || undefined
  }
  return undefined
}
