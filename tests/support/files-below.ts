import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { NEWEST } from '../../server/uploads/newest-photo.ts'

/**
 * Every file of photos and pictures below a folder by its path from there, with its bytes; none where there is no such folder. Without
 * the one that says which photo is the newest.
 */
export async function filesBelow(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== NEWEST)
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    await Promise.all(
      files.map(async (file) => [relative(folder, file), (await stat(file)).size] as const),
    ),
  )
}
