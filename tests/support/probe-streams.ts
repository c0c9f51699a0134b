import { execFileSync } from 'node:child_process'

/** ffprobe's description of each stream of a film or video. */
export function probeStreams(file: string): Record<string, unknown>[] {
  const asked = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json']
  const said = execFileSync('ffprobe', [...asked, file])
  const { streams } = JSON.parse(said.toString()) as { streams: Record<string, unknown>[] }
  return streams
}
