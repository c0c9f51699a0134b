import { PLAYER } from '../../../contract/limits.ts'

/** How a film is to be played; all in frames except rate and volume. */
export interface PlayRules {
  /** The first and the last frame that are played; absent: those of the film. */
  inFrame?: number | undefined
  outFrame?: number | undefined
  /** The frame at which it starts the first time. */
  initialFrame?: number | undefined
  /** Factor on its speed; negative: backwards. */
  playbackRate?: number | undefined
  /** 0 to 1. */
  volume?: number | undefined
}

/**
 * Throws a RangeError that says what is wrong where a film of so many frames cannot be played by these rules (specification,
 * section 5).
 */
export function checkPlayRules(rules: PlayRules, durationInFrames: number): void {
  const { inFrame, outFrame, initialFrame, playbackRate, volume } = rules
  const last = durationInFrames - 1
  for (const [name, value] of Object.entries(rules)) {
    const number: unknown = value ?? 0
    expect(Number.isFinite(number), `${name} is a number, and not ${String(number)}`)
  }
  if (inFrame !== undefined) {
    expect(inFrame >= 0, `inFrame is 0 or more, and not ${inFrame}`)
    expect(inFrame < last, `inFrame is less than ${last}, and not ${inFrame}`)
  }
  if (outFrame !== undefined) {
    expect(outFrame > 0, `outFrame is more than 0, and not ${outFrame}`)
    expect(outFrame < last, `outFrame is less than ${last}, and not ${outFrame}`)
    expect(outFrame > (inFrame ?? -1), `outFrame is more than inFrame, and not ${outFrame}`)
  }
  if (initialFrame !== undefined) {
    expect(Number.isInteger(initialFrame), `initialFrame is whole, and not ${initialFrame}`)
    expect(initialFrame <= last, `initialFrame is at most ${last}, and not ${initialFrame}`)
  }
  if (playbackRate !== undefined) {
    const isWithin = Math.abs(playbackRate) <= PLAYER.rateMax && playbackRate !== 0
    expect(
      isWithin,
      `playbackRate is from -${PLAYER.rateMax} to ${PLAYER.rateMax} and not 0, and not ${playbackRate}`,
    )
  }
  if (volume !== undefined) {
    expect(volume >= 0 && volume <= 1, `volume is from 0 to 1, and not ${volume}`)
  }
}

function expect(isSo: boolean, rule: string): void {
  if (!isSo) throw new RangeError(rule)
}
