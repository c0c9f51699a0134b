export const notFound = {
  text: "You've reached the edge of the universe. There's nothing beyond this point.",
  title: 'Page not found',
  home: 'Go home',
} as const
