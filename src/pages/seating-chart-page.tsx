import { useState } from 'react'
import { SEAT_MATES } from '../../contract/texts/home-texts.ts'
import { texts } from '../../contract/texts.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Status } from '../ui/notices/status.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import styles from './seating-chart-page.module.css'

/** `/seating_chart`: a sample of a seating chart, with made-up names. Asks the server for nothing. */
export function SeatingChartPage() {
  useDocumentTitle(texts.seating.subtitle)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = SEAT_MATES.map((name, at) => ({ name, seat: at + 1 })).filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  )
  return (
    <main className="page">
      <header className={styles.hero}>
        <h1>{texts.seating.title}</h1>
        <p>{texts.seating.subtitle}</p>
      </header>
      <TextField
        label={texts.seating.find}
        placeholder={texts.seating.search}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <h2>{texts.seating.table}</h2>
      <table className={styles.table}>
        <caption>{texts.seating.mates}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.seating.seat}</th>
            <th scope="col">{texts.seating.name}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ name, seat }) => (
            <tr key={seat}>
              <td>{seat}</td>
              <td>{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Status>{found.length === 0 && texts.seating.nobody}</Status>
    </main>
  )
}
