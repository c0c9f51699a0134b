/** Of the jobs that process a video: `{ post_id }`, as of photos. */
export const VIDEO_QUEUE = 'video'
