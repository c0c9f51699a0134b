/** Makes something at its first use. For `Intl`: the first format takes a phone some 70 ms, also where nobody reads what it writes. */
export function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
