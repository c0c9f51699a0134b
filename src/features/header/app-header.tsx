import { Link, useCanGoBack, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, CircleUserRound } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { useSession } from '../../session/use-session.ts'
import { Header } from '../../ui/header.tsx'
import type { HeaderProps } from '../../ui/header.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Logo } from '../../ui/logo.tsx'

export type AppHeaderProps = Pick<HeaderProps, 'title' | 'picture' | 'actions' | 'over'>

/** The bar of every page: the way back, home, whatever the page adds, and the way to one's profile. */
export function AppHeader({ actions, ...rest }: AppHeaderProps) {
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  const logo = (
    <Link to="/" className={iconButtonClass} aria-label={texts.common.home}>
      <Logo />
    </Link>
  )
  return (
    <Header
      {...rest}
      back={!isHome && <BackButton />}
      logo={logo}
      actions={
        <>
          {actions}
          <UserLink />
        </>
      }
    />
  )
}

/** One page back; with no earlier page of ours, to the Orma that this page belongs to, or home. */
function BackButton() {
  const canGoBack = useCanGoBack()
  const { history, navigate } = useRouter()
  const { event_hash } = useParams({ strict: false })
  const isEventPage = useRouterState({
    select: ({ location }) => location.pathname === `/${event_hash}`,
  })
  const goBack = () => {
    if (canGoBack) history.back()
    else if (event_hash && !isEventPage) {
      void navigate({ to: '/$event_hash', params: { event_hash }, replace: true })
    } else void navigate({ to: '/', replace: true })
  }
  return (
    <IconButton label={texts.common.back} onClick={goBack}>
      <ArrowLeft />
    </IconButton>
  )
}

function UserLink() {
  const { status } = useSession()
  const isSignedIn = status === 'signed-in'
  return (
    <Link
      to={isSignedIn ? '/profile' : '/login'}
      className={iconButtonClass}
      aria-label={isSignedIn ? texts.common.profile : texts.common.login}
    >
      <CircleUserRound />
    </Link>
  )
}
