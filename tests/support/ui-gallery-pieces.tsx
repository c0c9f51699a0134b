import { useState } from 'react'
import { Camera, Images, Menu as Burger, RotateCw, UserRound } from 'lucide-react'
import { AlertHost } from '../../src/ui/alerts.tsx'
import { Avatar } from '../../src/ui/avatar.tsx'
import { Button } from '../../src/ui/button.tsx'
import { Card, CardRow } from '../../src/ui/card.tsx'
import { Header } from '../../src/ui/header.tsx'
import { HeartBurst } from '../../src/ui/heart-burst.tsx'
import { IconButton, iconButtonClass } from '../../src/ui/icon-button.tsx'
import { Logo } from '../../src/ui/logo.tsx'
import { Menu, menuItemClass } from '../../src/ui/menu.tsx'
import { Message } from '../../src/ui/message.tsx'
import { PillButton } from '../../src/ui/pill-button.tsx'
import { ProgressRing } from '../../src/ui/progress-ring.tsx'
import { OfflineBar } from '../../src/ui/offline-bar.tsx'
import { QuietBar } from '../../src/ui/quiet-bar.tsx'
import { RelativeTime } from '../../src/ui/relative-time.tsx'
import { Skeleton } from '../../src/ui/skeleton.tsx'
import { Spinner } from '../../src/ui/spinner.tsx'
import { Tabs } from '../../src/ui/tabs.tsx'
import { Thumb } from '../../src/ui/thumb.tsx'
import type { ThumbState } from '../../src/ui/thumb.tsx'
import { ToastHost } from '../../src/ui/toast.tsx'
import { Buttons, Dialogs, Fields } from './ui-gallery-controls.tsx'
import { eveningPhoto, THUMBHASHES } from './ui-gallery-photos.ts'

const THUMB_STATES: ThumbState[] = [
  'waiting',
  'uploading',
  'processing',
  'done',
  'failed',
  'flagged',
]

export function PiecesView() {
  return (
    <>
      <GalleryHeader />
      <OfflineBar reason="offline" asOf={Date.now() - 3 * 60 * 60_000} />
      <div role="status">
        <QuietBar action={<Button kind="plain">Show</Button>}>3 photos wait for a signal</QuietBar>
      </div>
      <main>
        <div className="page">
          <h1>Every piece of Orma, and a name that breaks</h1>
          <Buttons />
          <Fields />
          <Dialogs />
          <Photos />
          <Small />
        </div>
        <Cards />
        <Messages />
      </main>
      <PillButton text="Add photos" icon={<Camera />} progress={0.66} />
      <AlertHost closeLabel="OK" />
      <ToastHost closeLabel="Close" />
    </>
  )
}

function GalleryHeader() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Header
      back={
        <>
          <IconButton label="Menu" onClick={() => setIsOpen(true)}>
            <Burger />
          </IconButton>
          <Menu label="Menu" shape="side" open={isOpen} onClose={() => setIsOpen(false)}>
            {['HOME', 'PROFILE', 'MY ORMAS', 'SETTINGS', 'LOGOUT'].map((text) => (
              <a key={text} href="#top" className={menuItemClass}>
                {text}
              </a>
            ))}
          </Menu>
        </>
      }
      logo={
        <a href="#top">
          <Logo name="Orma" />
        </a>
      }
      actions={
        <a href="#top" className={iconButtonClass} aria-label="Profile">
          <UserRound />
        </a>
      }
    />
  )
}

function Photos() {
  const grid = { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2 }
  return (
    <section style={grid}>
      {THUMB_STATES.map((state, index) => (
        <Thumb
          key={state}
          src={eveningPhoto(index)}
          alt=""
          state={state}
          stateLabel={state}
          progress={0.4}
          thumbhash={THUMBHASHES[0]}
        />
      ))}
      <Thumb src={eveningPhoto(7)} alt="Chosen photo" selected />
      <Thumb alt="" thumbhash={THUMBHASHES[1]} />
      <Skeleton />
    </section>
  )
}

function Small() {
  const [beat, setBeat] = useState(0)
  const [tab, setTab] = useState<'feed' | 'reel' | 'highlights'>('feed')
  return (
    <>
      <section className="row">
        <Avatar name="Anna Berg" size={40} />
        <Avatar name="Émile" />
        <Spinner label="Loading" />
        <ProgressRing value={0.7} label="9 of 12 safe" />
        <RelativeTime iso={new Date(Date.now() - 5 * 60_000).toISOString()} />
        <IconButton label="Beat" onClick={() => setBeat(beat + 1)}>
          <RotateCw />
        </IconButton>
        <div style={{ position: 'relative', width: 96, height: 96 }}>
          <Thumb src={eveningPhoto(3)} alt="" />
          <HeartBurst beat={beat} />
        </div>
      </section>
      <Tabs
        label="Views of this Orma"
        tabs={[
          { id: 'feed', text: 'Live Feed' },
          { id: 'reel', text: 'Reel' },
          { id: 'highlights', text: 'Highlights' },
        ]}
        current={tab}
        link={(id, slot) => <a href={`#${id}`} onClick={() => setTab(id)} {...slot} />}
      />
    </>
  )
}

function Cards() {
  const names = ['Anna & Ben', 'Midsummer at the old boathouse by the lake', 'Oma wird 90']
  return (
    <CardRow label="My Ormas">
      {names.map((name, index) => (
        <li key={name}>
          <Card
            title={name}
            src={index === 2 ? null : eveningPhoto(index + 3, 450, 600)}
            link={(slot) => <a href="#top" {...slot} />}
          >
            June 21, 2026
          </Card>
        </li>
      ))}
    </CardRow>
  )
}

function Messages() {
  const action = <Button icon={<Images size={18} />}>Add photos</Button>
  return (
    <section>
      <Message drawing="frames" action={action}>
        There are no posts for this feed
      </Message>
      <Message drawing="signal" detail="Waiting for signal.">
        Your 3 photos are safe on this phone.
      </Message>
      <Message drawing="torn" error action={<Button>Try again</Button>}>
        There was an error loading your feed
      </Message>
      <Message drawing="space">
        You've reached the edge of the universe. There's nothing beyond this point.
      </Message>
      <Message drawing="film">No Highlights found.</Message>
      <Message drawing="screen">Please use Desktop or Laptop to view slideshow</Message>
    </section>
  )
}
