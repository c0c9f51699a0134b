import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { forgetDevice } from '../../session/forget-device.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

/** Forgets everything on this device after asking; theme and volume stay. */
export function ForgetAll({ onForgotten }: { onForgotten: () => void }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => forgetDevice(queryClient),
    onSuccess: onForgotten,
  })
  return (
    <>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        {texts.settings.forgetAll}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        busy={isPending}
        question={texts.settings.forgetQuestion}
        confirmLabel={texts.settings.forget}
        cancelLabel={texts.common.cancel}
        error={isError ? texts.settings.forgetFailed : undefined}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
