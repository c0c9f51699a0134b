export function CreateOrmaPage() {
  return <main className="page" />
}
