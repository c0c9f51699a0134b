/** The type that `Worker` and Workbox accept for a script's address. */
type ScriptUrl = string & URL

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => ScriptUrl }
}

type Policy = ReturnType<TrustedTypes['createPolicy']>

let policy: Policy | undefined

/**
 * The address of a worker's script as the content security policy wants it: from the page's only policy, which allows the app's
 * own scripts.
 */
export function trustedScript(path: string): ScriptUrl {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('orma-sw', { createScriptURL: onlyOurs })
  return policy ? policy.createScriptURL(path) : (path as ScriptUrl)
}

const OURS = /^\/(sw\.js|assets\/[\w.-]+\.js)$/

function onlyOurs(path: string): string {
  if (!OURS.test(path) && !import.meta.env.DEV) throw new TypeError(`No script of ours: ${path}`)
  return path
}
