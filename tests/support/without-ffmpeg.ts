import { access, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** What a server needs of its machine besides, as far as it is there. */
const PROGRAMS = ['sh', 'nice', 'unshare', 'true']

/** Makes of a folder a `PATH` for a server on whose machine there is no ffmpeg. */
export async function pathWithoutFfmpeg(folder: string): Promise<string> {
  const places = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of PROGRAMS) {
    for (const place of places) {
      const isThere = await access(join(place, name)).then(
        () => true,
        () => false,
      )
      if (!isThere) continue
      await symlink(join(place, name), join(folder, name))
      break
    }
  }
  return folder
}
