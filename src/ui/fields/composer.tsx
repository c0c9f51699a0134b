import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CompositionEvent, FormEvent } from 'react'
import { SendHorizontal } from 'lucide-react'
import { textLength } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './composer.module.css'

interface ComposerProps {
  label: string
  placeholder?: string
  sendLabel: string
  /** In code points, as the server counts; near the end it is said how many are left, and past it how many are too many. */
  maxLength: number
  initial?: string
  autoFocus?: boolean
  /** Before a text is sent this has to resolve; until then it stays in the field and can be changed. */
  held?: (() => Promise<unknown>) | undefined
  /**
   * Called with the trimmed text, never with an empty one. The field is then cleared; if the promise gives false, the text comes
   * back.
   */
  onSend: (text: string) => unknown
  /** Told what stands in the field, sent or not, unless it begins empty. */
  onChange?: ((text: string) => void) | undefined
}

const { charactersLeft, charactersOver } = texts.post

/** From so few on it is said how many characters are left. */
const FEW_LEFT = 20

/** One line to write in and send, as in a chat. */
export function Composer({
  label,
  sendLabel,
  initial = '',
  held,
  onSend,
  onChange,
  ...props
}: ComposerProps) {
  const { maxLength, ...rest } = props
  const [text, setText] = useState(initial)
  const trimmed = visibleText(text)
  const left = maxLength - textLength(text)
  const isTooLong = textLength(trimmed) > maxLength
  const field = useRef<HTMLInputElement>(null)
  const isSending = useRef(false)
  /** What was told last, and stands in the field when it goes. */
  const told = useRef('')
  const tellChange = useEffectEvent((written: string) => onChange?.(written))
  useEffect(() => {
    // An empty field that has just been drawn says nothing of what may be stored.
    if (text === told.current) return
    told.current = text
    tellChange(text)
  }, [text])
  const send = async (words: string) => {
    // With an empty field the button is disabled, and would drop the focus of who came to it by keyboard.
    if (document.activeElement?.matches('button:focus-visible')) field.current?.focus()
    setText('')
    const isSent = await onSend(words)
    // Text typed meanwhile stays, after it.
    if (isSent === false) setText((typed) => `${words} ${typed}`.trim())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!trimmed || isTooLong || isSending.current) return
    if (!held) return send(trimmed)
    isSending.current = true
    await held()
    isSending.current = false
    // If the field is gone by now, its last text is still sent.
    const words = visibleText(field.current?.value ?? told.current)
    if (words && textLength(words) <= maxLength) await send(words)
  }
  /** How long the text was before an input method's composition. */
  const lengthBefore = useRef(0)
  const change = ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) => {
    // Text in a composition may still become shorter.
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    if (isComposing) return setText(input.value)
    const length = textLength(text)
    // What comes at once, as pasted text does, stays whole: who wrote it shortens it.
    const isTyped = textLength(input.value) === length + 1
    setText(isTyped ? cutInput(input, Math.max(maxLength, length)) : input.value)
  }
  const endComposition = ({ currentTarget: input }: CompositionEvent<HTMLInputElement>) =>
    setText(cutInput(input, Math.max(maxLength, lengthBefore.current)))
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.root}>
        <input
          {...rest}
          ref={field}
          aria-label={label}
          value={text}
          // Not onChange: React does not call it where the same letter was cut off before.
          onInput={change}
          onCompositionStart={() => {
            lengthBefore.current = textLength(text)
          }}
          onCompositionEnd={endComposition}
          aria-invalid={isTooLong || undefined}
          enterKeyHint="send"
          autoComplete="off"
        />
        <IconButton label={sendLabel} type="submit" disabled={!trimmed || isTooLong}>
          <SendHorizontal size={20} />
        </IconButton>
      </div>
      <p className={`${styles.left} small quiet`} role="status" hidden={left > FEW_LEFT}>
        {left <= FEW_LEFT && (left < 0 ? charactersOver(-left) : charactersLeft(left))}
      </p>
    </form>
  )
}

/** The field's text without the characters typed or pasted last that exceed the limit in code points. */
function cutInput(input: HTMLInputElement, maxLength: number): string {
  const excess = textLength(input.value) - maxLength
  if (excess > 0) {
    const end = input.selectionEnd ?? input.value.length
    const typed = Array.from(input.value.slice(0, end))
    const stays = typed.slice(0, Math.max(0, typed.length - excess)).join('')
    input.setRangeText('', stays.length, end, 'end')
  }
  return input.value
}
