import { useEffect } from 'react'
import { enterFullScreen, leaveFullScreen } from '../../ui/layout/full-screen.ts'

/**
 * Runs the slideshow in full screen: where it started without a press, which browsers ask for, from the first press or key on.
 * Leaving full screen, by whichever key the browser has, leaves the slideshow, and the other way round.
 */
export function useFullScreen(onExit: () => void): void {
  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) onExit()
    }
    const enter = ({ target }: Event) => {
      const isButton = target instanceof Element && target.closest('button')
      if (isButton || document.fullscreenElement || !document.fullscreenEnabled) return
      void enterFullScreen()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onExit()
      else if (event.key !== 'Tab') enter(event)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', enter)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', enter)
      void leaveFullScreen()
    }
  }, [onExit])
}
