export function ProfilePage() {
  return <main className="page" />
}
