/** Shows the app in full screen, also across its pages. Must be called from a press. */
export async function enterFullScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
  } catch (error) {
    // The slideshow then runs in the window.
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
