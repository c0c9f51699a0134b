// That it is loaded is all there is to it: see `urge-waiting.ts`. Not without a line: Chromium fails to decode an empty file.
self.close()
export {}
