import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, CircleUserRound } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { useSession } from '../../session/use-session.ts'
import { Header } from '../../ui/header.tsx'
import type { HeaderProps } from '../../ui/header.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useGoBack } from './use-go-back.ts'
import './app-header.css'

export type AppHeaderProps = Pick<HeaderProps, 'title' | 'picture' | 'actions' | 'over'>

/** The bar of every page: the way back, home, whatever the page adds, and the way to one's profile. */
export function AppHeader({ actions, ...rest }: AppHeaderProps) {
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  const logo = (
    <Link to="/" className="app-logo" aria-label={`${texts.product.name}, ${texts.common.home}`}>
      <Logo name={rest.title ? undefined : texts.product.name} />
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

function BackButton() {
  const goBack = useGoBack()
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
