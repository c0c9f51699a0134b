import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CircleUserRound, X } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { useLoginLink } from '../../session/login-link.ts'
import { useSession } from '../../session/use-session.ts'
import { Header } from '../../ui/layout/header.tsx'
import type { HeaderProps } from '../../ui/layout/header.tsx'
import { IconButton, iconButtonClass } from '../../ui/buttons/icon-button.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { useGoBack } from './use-go-back.ts'
import styles from './app-header.module.css'

interface AppHeaderProps extends Pick<HeaderProps, 'title' | 'picture' | 'actions' | 'over'> {
  /** Shown in place of the back button. */
  menu?: ReactNode
  /** Adds a close button. */
  onClose?: () => void
}

/** The bar of every page: menu or back button, home, the page's own actions, and the profile. */
export function AppHeader({ actions, menu, onClose, ...rest }: AppHeaderProps) {
  const logo = (
    <Link to="/" className={styles.logo} aria-label={`${texts.product.name}, ${texts.common.home}`}>
      <Logo name={rest.title ? undefined : texts.product.name} />
    </Link>
  )
  return (
    <Header
      {...rest}
      back={menu || <BackButton />}
      logo={logo}
      actions={
        <>
          {actions}
          <UserLink />
          {onClose && (
            <IconButton label={texts.common.close} onClick={onClose}>
              <X />
            </IconButton>
          )}
        </>
      }
    />
  )
}

function BackButton() {
  const goBack = useGoBack()
  return (
    // The second tap of a double tap does not go back once more.
    <IconButton label={texts.common.back} onClick={({ detail }) => detail < 2 && goBack()}>
      <ArrowLeft />
    </IconButton>
  )
}

function UserLink() {
  const { status } = useSession()
  const isSignedIn = status === 'signed-in'
  const login = useLoginLink()
  return (
    <Link
      {...(isSignedIn ? ({ to: '/profile' } as const) : login)}
      className={iconButtonClass}
      aria-label={isSignedIn ? texts.common.profile : texts.common.login}
    >
      <CircleUserRound />
    </Link>
  )
}
