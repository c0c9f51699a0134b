// Does nothing: only its loading counts (see `activateWaiting`). One line, as Chromium fails to decode an empty
// file.
self.close()
export {}
