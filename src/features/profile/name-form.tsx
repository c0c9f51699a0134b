import { useState } from 'react'
import type { FormEvent } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { NAME_MAX } from '../../../contract/limits.ts'
import { textLength } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { call, requireToken } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { beginSession } from '../../session/session-query.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'
import type { Session } from '../../session/use-session.ts'
import { profileQuery } from '../../session/user-queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

interface NameFormProps {
  session: Session
  onDone: () => void
}

export function NameForm({ session, onDone }: NameFormProps) {
  const [name, setName] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const rename = useRename(session)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newName = visibleText(name)
    const fits = newName !== '' && textLength(newName) <= NAME_MAX
    setIsInvalid(!fits)
    rename.reset()
    if (fits) rename.mutate(newName, { onSuccess: onDone })
  }
  const error = isInvalid
    ? texts.profile.invalidName
    : rename.error
      ? renameError(rename.error)
      : undefined

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label={texts.profile.newName}
        placeholder={texts.profile.newNamePlaceholder}
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="done"
        autoFocus
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
      <Button kind="filled" type="submit" busy={rename.isPending}>
        {texts.profile.updateName}
      </Button>
      <Button kind="plain" onClick={onDone}>
        {texts.common.cancel}
      </Button>
    </form>
  )
}

/** Specification: section 8. */
function renameError(error: Error): string {
  return isRefusal(error, 401) ? texts.profile.invalidToken : texts.profile.updateFailed
}

/** Changes the user's name, here and for everyone. */
function useRename(session: Session) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (newName: string) => {
      const token = requireToken(session)
      const { user } = await call(api.updateUser, { body: { newName }, token })
      // Somebody else may be signed in by now, or nobody.
      if (readTokenCookie() !== token) return
      queryClient.setQueryData(profileQuery(token).queryKey, user)
      await beginSession(queryClient, { token, user })
    },
  })
}
