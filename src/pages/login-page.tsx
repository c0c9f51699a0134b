import { Link, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { LEGAL } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { CodeStep } from '../features/login/code-step.tsx'
import { formatLoginOption, parseLoginOption } from '../features/login/login-option.ts'
import type { LoginOption } from '../features/login/login-option.ts'
import { PhoneStep } from '../features/login/phone-step.tsx'
import { afterLogin, loginTarget, visitedPages } from '../session/after-login.ts'
import { makeIntentDue } from '../session/intent.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'

/** Both steps of the login: the phone number, and with an option in the address the code. */
export function LoginPage() {
  useDocumentTitle(texts.login.title)
  const params = useParams({ strict: false })
  const option = parseLoginOption(params.option)
  const { goToCode, changeNumber, leave } = useLoginWays(params.event_hash)
  return (
    <main className="page">
      {option ? (
        <CodeStep
          option={option}
          onSignedIn={leave}
          onSent={(sent) => goToCode(sent, { replace: true })}
          onChangeNumber={changeNumber}
        />
      ) : (
        <PhoneStep onSent={(sent) => goToCode(sent, { replace: false })}>
          {/* Pages from the server, which may redirect to the operator's own. */}
          <Link to={LEGAL.terms} reloadDocument>
            {texts.login.terms}
          </Link>
          <Link to={LEGAL.privacy} reloadDocument>
            {texts.login.privacy}
          </Link>
        </PhoneStep>
      )}
    </main>
  )
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
      void (event_hash
        ? navigate({
            to: '/$event_hash/login/$option',
            params: { event_hash, option },
            state,
            replace,
          })
        : navigate({ to: '/login/$option', params: { option }, state, replace }))
    },
    changeNumber: () => {
      const isPhoneBefore = visitedPages().at(-2)?.endsWith('/login')
      if (isPhoneBefore) history.back()
      else if (event_hash) {
        void navigate({ to: '/$event_hash/login', params: { event_hash }, state, replace: true })
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
