// Does nothing: only its loading counts (see `urgeWaiting` in `app-update.ts`). One line, as Chromium fails to decode an empty
// file.
self.close()
export {}
