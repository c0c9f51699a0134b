/**
 * The styles of what few people open, loaded with it: what is around it is not shown before they are there. In a dialog a
 * `<Suspense>` belongs around it, as one that is hidden closes.
 * `href`: an import that ends in `?url`.
 */
export function Stylesheet({ href }: { href: string }) {
  return <link rel="stylesheet" href={href} precedence="screen" />
}
