import type { VideoType } from '../../contract/video-type.ts'
import { withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import { inspectMp4 } from './mp4-file.ts'
import { FaultyVideo } from './video-structure.ts'
import type { LongestVideo, VideoFault, VideoStructure } from './video-structure.ts'
import { inspectWebm } from './webm-file.ts'

interface VideoInspection extends VideoStructure {
  /** Undefined: nothing speaks against it. */
  fault?: VideoFault
}

const INSPECTIONS: Record<
  VideoType,
  (reader: FileReader, longest: LongestVideo) => Promise<VideoStructure>
> = { mp4: inspectMp4, mov: inspectMp4, webm: inspectWebm }

/** Looks at a video's structure without a frame being decoded: cheap enough to be done before an upload is answered. */
export async function inspectVideo(
  file: string | Uint8Array,
  type: VideoType,
  longest: LongestVideo,
): Promise<VideoInspection> {
  try {
    return await withFileReader(file, (reader) => INSPECTIONS[type](reader, longest))
  } catch (error) {
    if (!(error instanceof FaultyVideo)) throw error
    return { fault: error.fault, times: [], isPlain: false }
  }
}
