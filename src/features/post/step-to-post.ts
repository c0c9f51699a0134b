/** Scrolls to the photo before or after the one at the window's upper edge. In front of the first it has newer ones shown. */
export function stepToPost(by: 1 | -1): void {
  const posts = [...document.querySelectorAll('article[data-post]')]
  const third = window.innerHeight / 3
  const at = posts.findIndex((post) => post.getBoundingClientRect().bottom > third)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const next = posts[at + by]
  if (next) next.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  else if (by < 0) document.querySelector<HTMLElement>('[data-newer]')?.click()
}
