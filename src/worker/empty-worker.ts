// Does nothing: that it is loaded is all there is to it. See `urge-waiting.ts`.
export {}
