import type { MotifName } from './album.ts'

/** Comments on each kind of photo, each used once. */
export const WORDS: Record<MotifName, readonly string[]> = {
  bouquet: [
    'Peonies from Ingrid’s garden 🌸',
    'If I catch this later, I am not saying anything.',
    'Our whole table smells of roses.',
  ],
  confetti: [
    'I am still finding this in my hair.',
    'The exact second! How did you get that?',
    'Please print this as big as a door.',
  ],
  sundowners: [
    'Cheers from the wall 🍊',
    'Diego, what was in these?',
    'One more, they said. It is early, they said.',
  ],
  sunset: [
    'No filter. It really was that colour.',
    'We all just stopped talking for a minute.',
    'This one goes on our wall.',
  ],
  table: [
    'Forty-two metres of table and I still sat next to you.',
    'Three plates of that risotto. No regrets.',
    'The quiet second before everybody sat down.',
  ],
  stringLights: [
    'I want to live in this picture.',
    'Kwame on the ladder all morning. Worth every bulb.',
    'The moment they came on and everyone said ohhh.',
  ],
  firstDance: [
    'Ten lessons, every step forgotten, and it was perfect.',
    'I held my breath the whole song.',
    'Not one dry eye at table six 🥹',
  ],
  tent: [
    'Our little ship in the meadow.',
    'I stood out here just to look at all of you.',
    'You could hear the laughing down at the lake.',
  ],
  danceFloor: [
    'Grandma is still out there. STILL.',
    'Shoes were optional from here on 🕺',
    'Who started the conga line? Asking for my knees.',
    'Zofia in the middle, as always.',
  ],
  lanterns: [
    'One for everyone who could not be here.',
    'I followed ours until it was a star.',
    'Nobody said a word.',
  ],
  fireworks: [
    'And THAT was the surprise I kept for six months.',
    'The dogs slept through all of it.',
    'Twice as many, because the lake joined in 🎆',
  ],
}

/** Comments that fit any photo. */
export const ANYWHERE = [
  '❤️',
  'Beautiful!',
  'What a night.',
  'Saved. Framed. Done.',
  'I was right behind you!',
  'Goosebumps.',
  'My favourite so far.',
  'Sending this to my mother right now.',
  'This is exactly how it felt.',
] as const

/** Answers of a photo's author. */
export const THANKS = [
  'Thank you 🧡',
  'It was all the light!',
  'I have thirty more of these.',
] as const
