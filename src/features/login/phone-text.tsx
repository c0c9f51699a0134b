import { useLayoutEffect, useState } from 'react'
import type { ChangeEvent, ComponentProps } from 'react'

/** What makes up a number, besides how it is written. */
const SIGN = /[+\p{Nd}]/gu

interface Edit {
  input: HTMLInputElement
  /** Signs behind the caret. */
  after: number
  isForward: boolean
}

/** The input of a phone number that is written anew with each edit: after one in the middle the caret is beside the same digit. */
export function PhoneText({ onChange, ...rest }: ComponentProps<'input'>) {
  const [edit, setEdit] = useState<Edit>()
  useLayoutEffect(() => {
    // At the end the browser leaves it by itself.
    if (!edit?.after) return
    const place = caretPlace(edit)
    edit.input.setSelectionRange(place, place)
  }, [edit])

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { target, nativeEvent } = event
    if (target.value !== withPlus(target.value)) target.setRangeText('+', 0, 2)
    const behind = target.value.slice(target.selectionEnd ?? target.value.length)
    const isForward =
      nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward'
    // New each time: a bracket that is deleted comes back, and changes nothing but the caret.
    setEdit({ input: target, after: signsIn(behind).length, isForward })
    onChange?.(event)
  }
  return <input {...rest} onChange={type} />
}

/** Beside a digit on the side that is deleted next, so that it is never a bracket's turn twice. */
function caretPlace({ input, after, isForward }: Edit): number {
  const signs = signsIn(input.value)
  const next = signs.length - after
  return isForward ? (signs[next] ?? 0) : (signs[next - 1] ?? -1) + 1
}

/** Where the signs of a number are in a text. */
function signsIn(text: string): number[] {
  return [...text.matchAll(SIGN)].map(({ index }) => index)
}

/** A number with its plus sign, which many write as two zeros. */
export function withPlus(number: string): string {
  return number.replace(/^00(?=\d)/, '+')
}
