import { CHOICE_SIZES } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Choice } from '../../ui/buttons/choice.tsx'
import { CheckField, VideoSwitch } from './check-field.tsx'
import { asksForMoment } from './switch-entries.ts'
import type { SwitchEntries } from './switch-entries.ts'

const { switches } = texts

interface GuestSwitchesProps {
  entered: SwitchEntries
  onChange: (part: Partial<SwitchEntries>) => void
  errors: { revealAt?: string }
  /** The longest video that the server takes. */
  maxVideoSeconds?: number
  /** Guests may add videos by now. */
  takesVideos?: boolean
}

/** What an organiser decides for guests, each switch by itself. */
export function GuestSwitches({ entered, onChange, errors, ...videos }: GuestSwitchesProps) {
  const { maxVideoSeconds, takesVideos = false } = videos
  const { guestSignIn, photosPerChoice, allowVideos, reveal, revealAt, guestsSee, mayShare } =
    entered
  return (
    <>
      <Choice
        isField
        label={switches.guestSignIn}
        hint={switches.guestSignInHint[guestSignIn]}
        options={optionsOf(switches.guestSignInNames)}
        value={guestSignIn}
        onChange={(value) => onChange({ guestSignIn: value })}
      />
      <Choice
        isField
        label={switches.photosPerChoice}
        hint={switches.photosPerChoiceHint}
        options={CHOICE_SIZES.map((size) => ({ value: size, text: String(size) }))}
        value={photosPerChoice}
        onChange={(value) => onChange({ photosPerChoice: value })}
      />
      <VideoSwitch
        {...(maxVideoSeconds !== undefined && { maxSeconds: maxVideoSeconds })}
        isOn={takesVideos}
        checked={allowVideos}
        onChange={(checked) => onChange({ allowVideos: checked })}
      />
      <Choice
        isField
        label={switches.guestsSee}
        hint={switches.guestsSeeHint[guestsSee]}
        options={optionsOf(switches.guestsSeeNames)}
        value={guestsSee}
        onChange={(value) => onChange({ guestsSee: value })}
      />
      {guestsSee === 'all' && (
        <Choice
          isField
          label={switches.reveal}
          hint={reveal === 'now' ? undefined : switches.revealHint}
          options={optionsOf(switches.revealNames)}
          value={reveal}
          onChange={(value) => onChange({ reveal: value })}
        />
      )}
      {asksForMoment(entered) && (
        <TextField
          name="revealAt"
          label={switches.revealAt}
          type="datetime-local"
          value={revealAt}
          error={errors.revealAt}
          onChange={({ target }) => onChange({ revealAt: target.value })}
        />
      )}
      <CheckField
        label={switches.mayShare}
        hint={switches.mayShareHint}
        checked={mayShare}
        onChange={(checked) => onChange({ mayShare: checked })}
      />
      {guestsSee === 'all' && (
        <CheckField
          label={switches.showCounts}
          hint={switches.showCountsHint}
          checked={entered.showCounts}
          onChange={(checked) => onChange({ showCounts: checked })}
        />
      )}
    </>
  )
}

function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return Object.entries(names).map(([value, text]) => ({
    value: value as Value,
    text: text as string,
  }))
}
