import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { PhotoTraits } from '../media/photo-traits.ts'

/** Writes down what a photo looks like, and when it was taken as a number. What is known already stays. */
export async function storeTraits(
  tx: Queries,
  post_id: number,
  { perceptual_hash, sharpness, color }: PhotoTraits,
): Promise<void> {
  const post = await tx.get<{ original_date: string }>(
    sql`select original_date from posts where id = ${post_id}`,
  )
  if (!post) return
  const takenAt = Date.parse(post.original_date)
  await tx.run(sql`
    update posts set perceptual_hash = ${perceptual_hash}, sharpness = ${sharpness}, color = ${color},
           taken_at = ${Number.isNaN(takenAt) ? null : takenAt}
     where id = ${post_id} and perceptual_hash is null`)
}
