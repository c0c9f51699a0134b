import { useLayoutEffect, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { tabStorage } from '../../session/device-storage.ts'
import { noteViewed } from '../../session/viewed-post.ts'
import { useUserInput } from '../../ui/layout/use-user-input.ts'

const KEY = 'feed-opened'

/**
 * The post that was opened from this entry of the history, until `forget` is called or somebody moves on their own; undefined for
 * whoever gets here anew, who has opened nothing.
 */
export function useOpenedPost(): { opened: number | undefined; forget: () => void } {
  const router = useRouter()
  const [entry] = useState(() => router.latestLocation.state.__TSR_key)
  const [opened, setOpened] = useState(() => openedIn(entry))
  useLayoutEffect(
    () => () => {
      const [, post_id] = /\/post\/(\d+)$/.exec(router.latestLocation.pathname) ?? []
      if (post_id) noteViewed(Number(post_id))
      if (post_id && entry) tabStorage.setItem(KEY, `${entry} ${post_id}`)
      else tabStorage.removeItem(KEY)
    },
    [router, entry],
  )
  const forget = () => {
    // A reload, too, is from where they have gone on to.
    tabStorage.removeItem(KEY)
    setOpened(undefined)
  }
  useUserInput(opened !== undefined, forget)
  return { opened, forget }
}

function openedIn(entry: string | undefined): number | undefined {
  const [of, post_id] = tabStorage.getItem(KEY)?.split(' ') ?? []
  return of !== undefined && of === entry ? Number(post_id) : undefined
}
