import { useState } from 'react'
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
  /**
   * Called with the trimmed text, never with an empty one. The field is then cleared; where the promise says false, the
   * text comes back into it.
   */
  onSend: (text: string) => unknown
}

/** One line to write in and send, as in a conversation. */
export function Composer({ label, sendLabel, initial = '', onSend, ...rest }: ComposerProps) {
  const [text, setText] = useState(initial)
  const trimmed = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!trimmed) return
    setText('')
    void Promise.resolve(onSend(trimmed)).then((isSent) => {
      // What was typed meanwhile stays behind it.
      if (isSent === false) setText((typed) => `${trimmed} ${typed}`.trim())
    })
  }
  return (
    <form className="cp" onSubmit={submit}>
      <input
        {...rest}
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
