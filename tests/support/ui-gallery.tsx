import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import '../../src/ui/code-input.css'
import { showTheme } from '../../src/ui/theme.ts'
import { PiecesView } from './ui-gallery-pieces.tsx'
import { EventView, HomeView, LoginView, PostView } from './ui-gallery-screens.tsx'

const VIEWS = {
  pieces: PiecesView,
  event: EventView,
  home: HomeView,
  login: LoginView,
  post: PostView,
}

/** `?view=` chooses a view, `&theme=` a theme. */
const query = new URLSearchParams(location.search)
const theme = query.get('theme')
showTheme(theme === 'light' || theme === 'dark' ? theme : 'system')
const View = Object.entries(VIEWS).find(([name]) => name === query.get('view'))?.[1] ?? PiecesView

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <View />
  </StrictMode>,
)
