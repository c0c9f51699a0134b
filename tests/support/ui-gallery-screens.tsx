import { useRef, useState } from 'react'
import { ArrowLeft, Camera, Heart, MessageCircle, Play, Share2, UserRound } from 'lucide-react'
import { useBannerAccent } from '../../src/features/event/use-banner-accent.ts'
import { Avatar } from '../../src/ui/avatar.tsx'
import { Banner } from '../../src/ui/banner.tsx'
import { Button, buttonClass } from '../../src/ui/button.tsx'
import { Card, CardRow } from '../../src/ui/card.tsx'
import { CodeInput } from '../../src/ui/code-input.tsx'
import { Composer } from '../../src/ui/composer.tsx'
import { Header } from '../../src/ui/header.tsx'
import { IconButton } from '../../src/ui/icon-button.tsx'
import { Logo } from '../../src/ui/logo.tsx'
import { PillButton } from '../../src/ui/pill-button.tsx'
import { RelativeTime } from '../../src/ui/relative-time.tsx'
import { Tabs } from '../../src/ui/tabs.tsx'
import { TextField } from '../../src/ui/text-field.tsx'
import { Thumb } from '../../src/ui/thumb.tsx'
import { eveningPhoto, THUMBHASHES } from './ui-gallery-photos.ts'

const MINUTE_MS = 60_000
const BACK = (
  <IconButton label="Back">
    <ArrowLeft />
  </IconButton>
)
const PROFILE = (
  <IconButton label="Profile">
    <UserRound />
  </IconButton>
)

/** The pieces as an Orma's page. `?accent` gives it its banner's accent. */
export function EventView() {
  const banner = useRef<HTMLImageElement>(null)
  useBannerAccent('gallery', banner)
  const withAccent = location.search.includes('accent')
  return (
    <>
      <Header
        over="banner"
        back={BACK}
        title="Anna & Ben by the lake"
        picture={eveningPhoto(2, 64, 64)}
        actions={
          <>
            <IconButton label="Slideshow">
              <Play />
            </IconButton>
            <IconButton label="Share">
              <Share2 />
            </IconButton>
            {PROFILE}
          </>
        }
      />
      <main>
        <Banner
          src={eveningPhoto(withAccent ? 2 : 0, 1200, 700)}
          imageRef={withAccent ? banner : undefined}
          picture={eveningPhoto(3, 128, 128)}
          name="Anna & Ben by the lake"
        >
          June 21, 2026
        </Banner>
        <Tabs
          label="Views of this Orma"
          tabs={[
            { id: 'feed', text: 'Live Feed' },
            { id: 'reel', text: 'Reel' },
            { id: 'highlights', text: 'Highlights' },
          ]}
          current="feed"
          link={(id, slot) => <a href={`#${id}`} {...slot} />}
        />
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2 }}>
          {Array.from({ length: 24 }, (_, index) => (
            <Thumb
              key={index}
              src={index % 7 === 4 ? undefined : eveningPhoto(index)}
              thumbhash={THUMBHASHES[index % 3]}
              alt={`Photo ${index}`}
              state={index === 0 ? 'processing' : undefined}
              stateLabel="Processing"
            />
          ))}
        </div>
      </main>
      <PillButton text="Add photos" icon={<Camera />} />
    </>
  )
}

/** The pieces as the home page of a user who has visited two Ormas. */
export function HomeView() {
  return (
    <>
      <Header logo={<Logo name="Orma" />} actions={PROFILE} />
      <main className="page page-wide">
        <h1>Welcome, Anna</h1>
        <h2>Ormas you visited</h2>
        <CardRow label="Ormas you visited">
          {['Anna & Ben by the lake', 'Oma wird 90', 'Garden party'].map((name, index) => (
            <li key={name}>
              <Card
                title={name}
                src={index === 1 ? null : eveningPhoto(index + 3, 450, 600)}
                link={(slot) => <a href="#top" {...slot} />}
              >
                June 21, 2026
              </Card>
            </li>
          ))}
        </CardRow>
        <h2>My Ormas</h2>
        <p className="quiet">No Ormas to show.</p>
        <a href="#top" className={buttonClass('filled')}>
          Create new Orma
        </a>
      </main>
    </>
  )
}

/** The pieces as the second step of the login. */
export function LoginView() {
  const [code, setCode] = useState('')
  return (
    <>
      <Header back={BACK} logo={<Logo name="Orma" />} />
      <main className="page">
        <div className="stack">
          <h1>Enter 4 digit code</h1>
          <p className="quiet">We sent it to +1 555 010 2030.</p>
        </div>
        <CodeInput label="Code" value={code} onChange={setCode} autoFocus />
        <TextField label="Name" placeholder="First and last name" autoComplete="name" />
        <Button kind="filled">Verify</Button>
        <Button kind="plain">Send the code again</Button>
      </main>
    </>
  )
}

/** The pieces as the view of a post: the photo first, on dark. */
export function PostView() {
  return (
    <div className="night" style={{ minHeight: '100dvh' }}>
      <Header over="night" back={BACK} />
      <main>
        <h1 className="visually-hidden">Photo of Ben</h1>
        <Thumb
          src={eveningPhoto(3, 900, 1100)}
          shape="own"
          width={900}
          height={1100}
          alt="Photo"
          eager
        />
        <div className="page" style={{ gap: 16 }}>
          <div className="row" style={{ flexWrap: 'nowrap' }}>
            <Avatar name="Ben" />
            <strong>Ben Fischer</strong>
            <span className="quiet small">
              <RelativeTime iso={new Date(Date.now() - 130 * MINUTE_MS).toISOString()} />
            </span>
            <span className="row" style={{ marginLeft: 'auto', flexWrap: 'nowrap', gap: 0 }}>
              <IconButton label="Like">
                <Heart />
              </IconButton>
              12
              <IconButton label="Comment">
                <MessageCircle />
              </IconButton>
            </span>
          </div>
          <Composer
            label="Comment"
            placeholder="Enter a comment"
            sendLabel="Send"
            maxLength={200}
            onSend={() => undefined}
          />
        </div>
      </main>
    </div>
  )
}
