import type { ComponentProps } from 'react'
import { imageSizes } from '../../contract/image-widths.ts'

export interface OrmaImageProps extends Omit<ComponentProps<'img'>, 'srcSet' | 'alt'> {
  src: string
  /** How wide it is shown, in CSS's words. */
  sizes: string
}

/** An Orma's own picture, no larger than it is shown. It says nothing that the name beside it does not. */
export function OrmaImage({ src, ...rest }: OrmaImageProps) {
  return <img srcSet={imageSizes(src)} src={src} alt="" {...rest} />
}
