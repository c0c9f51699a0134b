import type { FirstData } from '../../contract/document.ts'
import { duskColors } from '../../contract/dusk.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { BANNER_SIZES, imageSizes } from '../../contract/image-widths.ts'
import { FIRST_PHOTOS } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { readAccent, showAccent } from '../features/event/banner-accent.ts'
import { EVENT_TABS } from '../features/event/event-tabs.ts'
import {
  COLLAPSE,
  collapseBursts,
  hasBursts,
  isSwitchedOn,
  NAMES,
} from '../features/feed/collapse-bursts.ts'
import { layoutWithDivider } from '../features/feed/grid-layout.ts'
import { firstSeen, isOrganisersView, readSeen, savedPlace } from '../features/feed/feed-memory.ts'
import { readStripHeight } from '../features/review/strip-height.ts'
import { deferInstallOffers } from '../worker/install-offer.ts'
import { wait } from '../device/wait.ts'
import { openLater, takeEarlyTap } from './early-tap.ts'
import { loadApp } from './load-app.ts'
import { readFirstData } from './read-first-data.ts'
import { deviceStorage, tabStorage } from '../session/device-storage.ts'
import { lengthOf, postName } from '../photos/post-name.ts'
import { drawBlur } from '../ui/pictures/draw-blur.ts'
import { longestWord } from '../ui/style/fit-words.ts'
import { savedTheme, showTheme } from '../ui/style/theme.ts'

/**
 * How long the banner is waited for: cached pictures and those of a good line come sooner; on a slow line it comes with the app.
 */
const PATIENCE_MS = 300
/** How long the app waits for half of the photos: on a slow line it would take its share of it from them. */
const APP_PATIENCE_MS = 1500

// A busy page paints nothing, so the app starts after the first paint.
if (savedTheme() !== 'system') showTheme()
deferInstallOffers()
void showFirstLook().then(loadApp, loadApp)

/**
 * Shows an Orma's page as the app will, from the data in its HTML: banner, name, date, and the newest photos over their blurs.
 * Resolves once it was painted.
 */
async function showFirstLook(): Promise<void> {
  const first = readFirstData()
  // Other tabs of the page, and other places in the feed, come with the app.
  if (!first?.posts || location.hash) return
  if (savedPlace(tabStorage, first.event.event_hash)) return
  const grid = create('div', 'feed-grid-grid')
  const tabs = create('nav', 'tabs', create('ul', '', ...EVENT_TABS.map(drawTab)))
  const live = create('div', 'feed-grid', grid)
  const switches = drawSwitches(first.event, first.posts)
  if (switches.length > 0) live.prepend(create('div', 'feed-grid-tools', ...switches))
  const { event_hash, event_banner_url } = first.event
  const strip = create('div')
  if (isOrganisersView(first.event))
    strip.style.height = `${readStripHeight(deviceStorage, event_hash)}px`
  const page = create('main', '', drawBanner(first), tabs, strip, live)
  const accent = readAccent(deviceStorage, event_hash, event_banner_url)
  if (accent) showAccent(accent)
  page.ariaBusy = 'true'
  document.getElementById('root')?.append(page)
  // Together with the tiles the layout would be a long task.
  await wait(0)
  const showPhotos = placeTiles(grid, first)
  if (first.updatedAt) showPhotos()
  if (document.hidden) return
  await Promise.race([whenPainted(page), wait(PATIENCE_MS)])
  if (first.updatedAt) return
  // Over the network they come one after the other: what the page shows first, then photos, then the app.
  showPhotos()
  const photos = [...grid.querySelectorAll('img')]
  const half = photos.slice(0, photos.length / 2).map((photo) => photo.decode())
  await Promise.race([Promise.allSettled(half), wait(APP_PATIENCE_MS)])
}

/** The feed's tab is shown; a press on another one leads there, once the app has come. */
function drawTab({ id, text }: { id: string; text: string }): HTMLElement {
  const link = Object.assign(create('a', 'tabs-link', text), { href: `#${id}` })
  if (id === '') link.ariaCurrent = 'page'
  // What is tapped last counts.
  link.addEventListener('click', () => void takeEarlyTap())
  return create('li', '', link)
}

/** The switches over the feed, which work once the app has come. Their words may take two lines. */
function drawSwitches(event: Event, posts: readonly Post[]): HTMLElement[] {
  const draw = (text: string, name: string) => {
    const box = Object.assign(create('input') as HTMLInputElement, {
      type: 'checkbox',
      role: 'switch',
    })
    box.checked = isSwitchedOn(deviceStorage, name)
    box.disabled = true
    return create('label', '', text, box)
  }
  const { names, collapse } = texts.feed
  return [
    ...(isOrganisersView(event) && posts.length > 0 ? [draw(names, NAMES)] : []),
    ...(hasBursts(posts) || isSwitchedOn(deviceStorage, COLLAPSE)
      ? [draw(collapse, COLLAPSE)]
      : []),
  ]
}

function drawBanner({ event, day = '' }: FirstData): HTMLElement {
  const { event_hash, event_banner_url: image, event_profile_image_url: picture } = event
  const words = create('div', 'banner-text')
  if (picture) {
    const place = load(create('img', 'banner-picture'), picture, '64px')
    setSize(place, 64, 64)
    words.append(place)
  }
  const name = create('h1', '', event.name)
  name.style.setProperty('--letters', String(longestWord(event.name)))
  words.append(create('div', '', name, day))
  const banner = create('div', 'banner')
  for (const [name, color] of Object.entries(duskColors(event_hash))) {
    banner.style.setProperty(`--${name}`, color)
  }
  if (image) banner.append(load(create('img', 'banner-image'), image, BANNER_SIZES))
  banner.append(words)
  return banner
}

/** Places the newest photos' blurs; returns a function that loads the photos over them. */
function placeTiles(grid: HTMLElement, { event, posts: all = [] }: FirstData): () => void {
  const posts = isSwitchedOn(deviceStorage, COLLAPSE) ? collapseBursts(all, new Set()).posts : all
  const photos: [place: HTMLElement, src: string][] = []
  const breakAt = firstSeen(posts, readSeen(deviceStorage, event.event_hash))
  // A scroll bar has its room already.
  const { height: end, tiles } = layoutWithDivider(posts, grid.clientWidth, breakAt)
  grid.style.height = `${end}px`
  for (const { index, left, top, width, height } of tiles.slice(0, FIRST_PHOTOS)) {
    const post = posts[index]
    if (!post) continue
    const { id, thumbhash, compressed_url: src } = post
    const place = create('span', 'thumb')
    drawBlur(place, thumbhash)
    if (src) photos.push([place, src])
    const videoLength = lengthOf(post)
    if (videoLength) place.append(create('span', 'thumb-length', videoLength))
    const link = Object.assign(create('a', 'on-photo', place) as HTMLAnchorElement, {
      href: `/${event.event_hash}/post/${id}`,
      ariaLabel: postName(post),
    })
    openLater(link)
    const tile = create('div', 'feed-grid-tile', link)
    tile.style.translate = `${left}px ${top}px`
    setSize(tile, width, height)
    grid.append(tile)
  }
  return () => {
    for (const [place, src] of photos) place.prepend(load(create('img'), src))
  }
}

async function whenPainted(page: HTMLElement): Promise<void> {
  const photos = [...page.querySelectorAll('img')]
  await Promise.allSettled(photos.map((photo) => photo.decode()))
  // After the next frame.
  await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))
}

function load(image: HTMLElement, src: string, sizes?: string): HTMLElement {
  image.dataset['shown'] = ''
  const srcset = sizes && { sizes, srcset: imageSizes(src) }
  return Object.assign(image, { alt: '', decoding: 'sync', ...srcset, src })
}

function create(name: string, className = '', ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  element.append(...children)
  return element
}

function setSize({ style }: HTMLElement, width: number, height: number): void {
  style.width = `${width}px`
  style.height = `${height}px`
}
