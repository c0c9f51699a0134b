export const notFound = {
  text: "You've reached the edge of the universe. There's nothing beyond this point.",
  home: 'Go home',
} as const
