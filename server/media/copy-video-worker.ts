import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'
import type { EncodedPacket, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { CopiedVideo } from './copy-video.ts'

// A program of its own: it copies the video that is its first argument to the file that is its second, and says on standard output what
// it is. It ends with an error where there is no H.264 with AAC or without sound in it.

/** Of 8 bits and 4:2:0, as all devices decode: baseline, main, extended and high. */
const PROFILES = /^avc[13]\.(42|4d|58|64)/i

const [from = '', to = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await copyVideo(from, to)))

async function copyVideo(file: string, copy: string): Promise<CopiedVideo> {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF] })
  const pictures = await findPictures(input)
  const sound = await findSound(input)
  const start = await firstKeyFrame(pictures)
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new FilePathTarget(copy),
  })
  // Pictures before 0 are needed to decode the first, and an edit list hides them: it goes along.
  const zeroSeconds = Math.max(0, start.timestamp)
  const tracks = [await pictureTrack(output, pictures, { start, zeroSeconds })]
  if (sound) tracks.push(await soundTrack(output, sound, zeroSeconds))
  await output.start()
  const seconds = await addInTurn(tracks)
  await output.finalize()
  const [width, height] = [await pictures.getDisplayWidth(), await pictures.getDisplayHeight()]
  input.dispose()
  return { width, height, seconds }
}

async function findPictures(input: Input): Promise<InputVideoTrack> {
  for (const track of await input.getVideoTracks()) {
    if (PROFILES.test((await track.getCodecParameterString()) ?? '')) return track
  }
  throw new Error('no pictures in H.264 that every device decodes')
}

/** An iPhone's second sound is one that few know. */
async function findSound(input: Input): Promise<InputAudioTrack | undefined> {
  const tracks = await input.getAudioTracks()
  for (const track of tracks) if ((await track.getCodec()) === 'aac') return track
  if (tracks.length > 0) throw new Error('its sound is no AAC')
  return undefined
}

async function firstKeyFrame(pictures: InputVideoTrack): Promise<EncodedPacket> {
  const first = await new EncodedPacketSink(pictures).getFirstKeyPacket({ verifyKeyPackets: true })
  if (!first) throw new Error('no frame in it')
  return first
}

/** A track of the copy, whose packets come in the order in which they are decoded. */
interface Track {
  packets: AsyncGenerator<EncodedPacket>
  add: (packet: EncodedPacket) => Promise<void>
}

async function pictureTrack(
  output: Output,
  pictures: InputVideoTrack,
  { start, zeroSeconds }: { start: EncodedPacket; zeroSeconds: number },
): Promise<Track> {
  const source = new EncodedVideoPacketSource('avc')
  const { packetCount } = await pictures.computePacketStats()
  output.addVideoTrack(source, {
    transformationMatrix: await pictures.getTransformationMatrix(),
    maximumPacketCount: packetCount,
  })
  const decoderConfig = await requireConfig(pictures)
  let latest = -Infinity
  return {
    packets: packetsFrom(pictures, start, zeroSeconds),
    add(packet) {
      // A key frame that is shown before others of its past is none to begin with.
      const isKey = packet.type === 'key' && packet.timestamp > latest
      latest = Math.max(latest, packet.timestamp)
      return source.add(packet.clone({ type: isKey ? 'key' : 'delta' }), { decoderConfig })
    },
  }
}

async function soundTrack(
  output: Output,
  sound: InputAudioTrack,
  zeroSeconds: number,
): Promise<Track> {
  const source = new EncodedAudioPacketSource('aac')
  const { packetCount } = await sound.computePacketStats()
  output.addAudioTrack(source, { maximumPacketCount: packetCount })
  const decoderConfig = await requireConfig(sound)
  const start = await new EncodedPacketSink(sound).getFirstPacket()
  return {
    packets: heardOf(packetsFrom(sound, start, zeroSeconds)),
    add: (packet) => source.add(packet, { decoderConfig }),
  }
}

async function requireConfig<Config extends object>(track: {
  getDecoderConfig: () => Promise<Config | null>
}): Promise<Config> {
  const config = await track.getDecoderConfig()
  if (!config) throw new Error('nothing says how to decode it')
  return config
}

/** From this one on, by the time of the copy, which begins at `zeroSeconds` of the video. */
async function* packetsFrom(
  track: InputVideoTrack | InputAudioTrack,
  first: EncodedPacket | null,
  zeroSeconds: number,
): AsyncGenerator<EncodedPacket> {
  if (!first) return
  for await (const packet of new EncodedPacketSink(track).packets(first))
    yield packet.clone({ timestamp: packet.timestamp - zeroSeconds })
}

/** Without what comes before the copy begins: sound is decoded without it. */
async function* heardOf(packets: AsyncGenerator<EncodedPacket>): AsyncGenerator<EncodedPacket> {
  for await (const packet of packets) if (packet.timestamp >= 0) yield packet
}

/** So that what is seen and heard together lies together. Resolves to how long it is, in seconds. */
async function addInTurn(tracks: readonly Track[]): Promise<number> {
  let seconds = 0
  const open = new Map<Track, EncodedPacket>()
  const step = async (track: Track) => {
    const { value } = await track.packets.next()
    if (value) open.set(track, value)
    else open.delete(track)
  }
  for (const track of tracks) await step(track)
  while (open.size > 0) {
    const [track, packet] = [...open].reduce((one, other) =>
      other[1].timestamp < one[1].timestamp ? other : one,
    )
    seconds = Math.max(seconds, packet.timestamp + packet.duration)
    await track.add(packet)
    await step(track)
  }
  return seconds
}
