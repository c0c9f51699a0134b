import { useLayoutEffect, useState } from 'react'
import type { ChangeEvent, ComponentProps } from 'react'

/** The characters that count as the number; the others only format it. */
const SIGN = /[+\p{Nd}]/gu

interface Edit {
  input: HTMLInputElement
  /** How many of them are behind the caret. */
  after: number
}

/**
 * The input of a phone number, which is reformatted at each edit: after an edit in the middle the caret stays beside the same
 * digit.
 */
export function PhoneText({ onChange, ...rest }: ComponentProps<'input'>) {
  const [edit, setEdit] = useState<Edit>()
  useLayoutEffect(() => {
    // At the end the browser places the caret right.
    if (!edit?.after) return
    const signs = signsIn(edit.input.value)
    const place = (signs[signs.length - edit.after - 1] ?? -1) + 1
    edit.input.setSelectionRange(place, place)
  }, [edit])

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event
    if (target.value !== withPlus(target.value)) target.setRangeText('+', 0, 2)
    const behind = target.value.slice(target.selectionEnd ?? target.value.length)
    // A new object each time: a deleted bracket comes back, so that the text is the same and only the caret has to move.
    setEdit({ input: target, after: signsIn(behind).length })
    onChange?.(event)
  }
  return <input {...rest} onChange={type} />
}

/** The positions of these characters in a text. */
function signsIn(text: string): number[] {
  return [...text.matchAll(SIGN)].map(({ index }) => index)
}

/** A number with its plus sign, which many people write as two zeros, also with the digits of another script. */
export function withPlus(number: string): string {
  return number.replace(/^[0０٠۰]{2}(?=\p{Nd})/u, '+')
}
