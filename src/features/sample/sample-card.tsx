import type { CSSProperties } from 'react'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Heart } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import tent from './pictures/tent-1.webp?url'
import confetti from './pictures/confetti-4-small.webp?url'
import dance from './pictures/dance-floor-1-small.webp?url'
import fireworks from './pictures/fireworks-2-small.webp?url'
import lanterns from './pictures/lanterns-1-small.webp?url'
import sundowners from './pictures/sundowners-4-small.webp?url'
import styles from './sample-card.module.css'

/** In the order in which they come in, the large one first: it is there from the start. */
const PICTURES = [tent, sundowners, confetti, dance, lanterns, fireworks]

/** The sample evening as a living picture that leads to it: its photos come in one after the other, and one is liked. */
export function SampleCard() {
  return (
    <Link to="/sample" className={styles.root}>
      <span className={styles.photos}>
        {PICTURES.map((src, at) => (
          <span key={src} className={styles.photo} style={{ '--at': at } as CSSProperties}>
            <img src={src} alt="" loading="lazy" decoding="async" fetchPriority="low" />
          </span>
        ))}
        <Heart className={styles.heart} fill="currentColor" aria-hidden />
      </span>
      <span className={styles.text}>
        <span className={styles.label}>{texts.sample.label}</span>
        <span className={styles.title}>{texts.sample.title}</span>
        <span className={styles.open}>
          {texts.sample.open}
          <ArrowRight size={18} aria-hidden />
        </span>
      </span>
    </Link>
  )
}
