/** Fills the screen with the page, also across screens of the app. Must be called from a press. */
export async function enterFullScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
  } catch (error) {
    // It runs in the window then.
    console.warn('No full screen:', error)
  }
}

export async function leaveFullScreen(): Promise<void> {
  if (!document.fullscreenElement) return
  try {
    await document.exitFullscreen()
  } catch (error) {
    console.warn('Full screen stays:', error)
  }
}
