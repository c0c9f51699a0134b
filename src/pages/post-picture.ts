import styles from '../features/post/post-card.module.css'

/** The picture of a post on the page of a post. */
export function pictureOf(post_id: number): HTMLElement | null {
  return document.querySelector(`article[data-post="${post_id}"] .${styles.photo}`)
}
