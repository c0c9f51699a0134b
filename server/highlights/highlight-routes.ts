import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { byFeedVersion } from '../posts/by-feed-version.ts'
import { listDayImages, listHighlightDays, toFilmConfig } from './highlights.ts'
import { HttpError } from '../http/http-error.ts'

export function highlightRoutes({ db, access }: Pick<Parts, 'db' | 'access'>): Route[] {
  const daysOf = byFeedVersion((event_id) => listHighlightDays(db, event_id))
  return [
    handle(api.getHighlightConfig, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { id } }) => {
        const day = (await daysOf(event)).find((found) => found.id === id)
        if (!day) throw new HttpError('highlight_not_found')
        return { data: { video_json: toFilmConfig(event, day.images) } }
      },
    }),

    handle(api.getHighlight, {
      load: access.requireEvent,
      run: async ({ loaded: event, params: { id } }) => {
        const day = (await daysOf(event)).find((found) => found.id === id)
        if (!day) throw new HttpError('highlight_not_found')
        const images = await listDayImages(db, { event_id: event.id, day: id })
        return { data: { id, date: id, bannerImage: day.bannerImage, images } }
      },
    }),

    handle(api.listHighlights, {
      load: access.requireEvent,
      run: async ({ loaded: event }) => {
        const days = await daysOf(event)
        return Object.fromEntries(days.map((day) => [day.id, day]))
      },
    }),
  ]
}
