import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { keepSmallerChoice, wantsSmaller } from './smaller-choice.ts'
import { useSlowLine } from './use-slow-line.ts'

/**
 * The choice to send smaller photos, offered where that helps or was chosen before. `sent`: how many photos the server has got
 * from here.
 */
export function SmallerPhotos({ sent }: { sent: number }) {
  const [isChosen, setChosen] = useState(wantsSmaller)
  // Unchecking does not make the choice vanish at once.
  const [wasChosen] = useState(isChosen)
  const isSlow = useSlowLine(sent)
  if (!isSlow && !isChosen && !wasChosen) return null
  const choose = (isSmaller: boolean) => {
    setChosen(isSmaller)
    keepSmallerChoice(isSmaller)
  }
  return (
    <label className="up-smaller">
      <input type="checkbox" checked={isChosen} onChange={({ target }) => choose(target.checked)} />
      <span>
        {texts.upload.smaller}
        <br />
        <span className="quiet small">{texts.upload.smallerMeans}</span>
      </span>
    </label>
  )
}
