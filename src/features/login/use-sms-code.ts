import { useEffect, useEffectEvent } from 'react'

// Web OTP API, in Chromium on Android: https://wicg.github.io/web-otp/
interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] }
}
interface OtpCredential extends Credential {
  code: string
}

/** Takes the code from the message as it arrives, where the browser offers that. */
export function useSmsCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const stopped = new AbortController()
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: stopped.signal }
    navigator.credentials.get(request).then(
      (credential) => credential && take((credential as OtpCredential).code),
      // Refused, or the page was left: the code is then typed.
      () => undefined,
    )
    return () => stopped.abort()
  }, [])
}
