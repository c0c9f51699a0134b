export function LoginPage() {
  return <main className="page" />
}
