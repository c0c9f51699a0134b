import type { ComponentProps, SyntheticEvent } from 'react'
import { imageSizes } from '../../../contract/image-widths.ts'

interface OrmaImageProps extends Omit<ComponentProps<'img'>, 'srcSet' | 'alt'> {
  src: string
  /** How wide it is shown, as in the attribute `sizes`. */
  sizes: string
}

/** An Orma's own picture, loaded no larger than it is shown. Hidden from screen readers: the name is beside it. */
export function OrmaImage({ src, ...rest }: OrmaImageProps) {
  return <img srcSet={imageSizes(src)} src={src} alt="" onLoad={show} onError={hide} {...rest} />
}

function show({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
  currentTarget.style.visibility = ''
}

/** Of a picture that cannot be loaded only its place is left, without the browser's mark. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
  currentTarget.style.visibility = 'hidden'
}
