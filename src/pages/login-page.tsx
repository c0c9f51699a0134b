import { Link, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { LEGAL } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { eventQuery } from '../features/event/event-query.ts'
import { CodeStep } from '../features/login/code-step.tsx'
import { formatLoginOption, parseLoginOption } from '../features/login/login-option.ts'
import type { LoginOption } from '../features/login/login-option.ts'
import { NameStep } from '../features/login/name-step.tsx'
import { PhoneStep } from '../features/login/phone-step.tsx'
import { afterLogin, loginTarget, visitedPages } from '../session/after-login.ts'
import { makeIntentDue } from '../session/intent.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'

/** Both steps of the login: the phone number, and with an option in the address the code. */
export function LoginPage() {
  useDocumentTitle(texts.login.title)
  const params = useParams({ strict: false })
  const noSms = useLocation({ select: ({ state }) => state.noSms })
  const option = parseLoginOption(params.option)
  const { event_hash } = params
  const { goToCode, goToPhone, changeNumber, leave } = useLoginWays(event_hash)
  const isByName = useIsByName(event_hash)
  if (option) {
    return (
      <main className="page">
        <CodeStep
          option={{ ...option, noSms }}
          onSignedIn={leave}
          onSent={(sent) => goToCode(sent, { replace: true })}
          onChangeNumber={changeNumber}
        />
      </main>
    )
  }
  return (
    <main className="page">
      {isByName && event_hash ? (
        <NameStep event_hash={event_hash} onSignedIn={leave} onByPhone={goToPhone}>
          <LegalLinks />
        </NameStep>
      ) : (
        <PhoneStep onSent={(sent) => goToCode(sent, { replace: false })}>
          <LegalLinks />
        </PhoneStep>
      )}
    </main>
  )
}

/** Pages from the server, which may redirect to the operator's own. */
function LegalLinks() {
  return (
    <>
      <Link to={LEGAL.terms} reloadDocument>
        {texts.login.terms}
      </Link>
      <Link to={LEGAL.privacy} reloadDocument>
        {texts.login.privacy}
      </Link>
    </>
  )
}

/** Whether the Orma lets guests in by a name, and nobody wants to sign in by phone. */
function useIsByName(event_hash: string | undefined): boolean {
  const { data: event } = useQuery({ ...eventQuery(event_hash ?? ''), enabled: false })
  const isByPhone = useLocation({ select: ({ state }) => state.byPhone })
  return event?.guestSignIn === 'name' && !isByPhone
}

/** Navigation between the steps, and from the login to what it was for. */
function useLoginWays(event_hash: string | undefined) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  const intent = useLocation({ select: ({ state }) => state.intent })
  const state = { wanted, intent }
  return {
    goToCode: (sent: LoginOption, { replace }: { replace: boolean }) => {
      const option = formatLoginOption(sent)
      const entry = { state: { ...state, noSms: sent.noSms }, replace }
      void (event_hash
        ? navigate({
            to: '/$event_hash/login/$option',
            params: { event_hash, option },
            ...entry,
          })
        : navigate({ to: '/login/$option', params: { option }, ...entry }))
    },
    goToPhone: () => {
      if (event_hash === undefined) return
      const params = { event_hash }
      void navigate({ to: '/$event_hash/login', params, state: { ...state, byPhone: true } })
    },
    changeNumber: () => {
      const isPhoneBefore = visitedPages().at(-2)?.endsWith('/login')
      if (isPhoneBefore) history.back()
      else if (event_hash) {
        const byPhone = { ...state, byPhone: true }
        const params = { event_hash }
        void navigate({ to: '/$event_hash/login', params, state: byPhone, replace: true })
      } else void navigate({ to: '/login', state, replace: true })
    },
    leave: () => {
      makeIntentDue(intent)
      const way = afterLogin({ visited: visitedPages(), target: loginTarget(event_hash, state) })
      if ('back' in way) history.go(-way.back)
      else history.replace(way.replaceWith)
    },
  }
}
