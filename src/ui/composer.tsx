import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { SendHorizontal } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import './composer.css'

export interface ComposerProps {
  label: string
  placeholder?: string
  sendLabel: string
  maxLength: number
  initial?: string
  autoFocus?: boolean
  /** The text stays in the field, to be written on, until this has resolved. */
  held?: (() => Promise<unknown>) | undefined
  /**
   * Called with the trimmed text, never with an empty one. The field is then cleared; where the promise says false, the
   * text comes back into it.
   */
  onSend: (text: string) => unknown
}

/** One line to write in and send, as in a conversation. */
export function Composer({ label, sendLabel, initial = '', held, onSend, ...rest }: ComposerProps) {
  const [text, setText] = useState(initial)
  const trimmed = text.trim()
  const field = useRef<HTMLInputElement>(null)
  const isHeld = useRef(false)
  const send = async (words: string) => {
    setText('')
    const isSent = await onSend(words)
    // What was typed meanwhile stays behind it.
    if (isSent === false) setText((typed) => `${words} ${typed}`.trim())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!trimmed || isHeld.current) return
    if (!held) return send(trimmed)
    isHeld.current = true
    await held()
    isHeld.current = false
    // Where the field is gone by now its words still go.
    const words = field.current ? field.current.value.trim() : trimmed
    if (words) await send(words)
  }
  return (
    <form className="cp" onSubmit={(event) => void submit(event)}>
      <input
        {...rest}
        ref={field}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        enterKeyHint="send"
        autoComplete="off"
      />
      <IconButton label={sendLabel} type="submit" disabled={!trimmed}>
        <SendHorizontal size={20} />
      </IconButton>
    </form>
  )
}
