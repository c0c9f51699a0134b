import { api } from '../../contract/api.ts'
import { noting } from './contact.ts'
import { refusalOf, request } from './request.ts'

/** Has the server refuse to say who is signed in, which shows that it is there. Rejects always. */
export async function askForNobody(signal?: AbortSignal): Promise<void> {
  const { method, path } = api.verifySession
  const asked = request(path, { method, headers: { accept: 'application/json' }, signal })
  await noting(
    asked.then((received) => {
      throw refusalOf(received)
    }),
  )
}
