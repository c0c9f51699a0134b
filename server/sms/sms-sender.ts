/** Sends text messages. A driver for each provider. */
export interface SmsSender {
  /**
   * Hands a text over to the provider; `phone` is digits with the calling code, without a plus sign.
   * Rejects when the provider did not take it.
   */
  send: (phone: string, text: string) => Promise<void>
}
