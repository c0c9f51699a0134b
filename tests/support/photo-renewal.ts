import { createLog } from '../../server/log.ts'
import { createVideoProcess } from '../../server/media/video-process.ts'
import { renewWork } from '../../server/uploads/renew-photos.ts'
import { VIDEO_LIMITS } from './orma-api.ts'

type Parts = Parameters<typeof renewWork>[0]

/** The work that makes pictures of photos again, which makes no video. */
export function photoRenewal(parts: Omit<Parts, 'videos' | 'videoLimits'>) {
  const videos = createVideoProcess({ folder: '', log: createLog('silent') })
  return renewWork({ ...parts, videos, videoLimits: VIDEO_LIMITS }, 'photo')
}
