import type { MotifName } from './album.ts'

/** What is said about each kind of photo, each sentence once. */
export const WORDS: Record<MotifName, readonly string[]> = {
  bouquet: [
    'The peonies are from Ingrid’s garden. She got up at five to cut them.',
    'I can still smell them 🌸',
    'If I catch this later, I am not saying anything.',
    'Our whole table smells of roses.',
  ],
  arch: [
    'This is where I started crying and did not stop until the soup.',
    'The light! The lake! Nobody told me it would look like this.',
    'Lukas built that arch in one afternoon, with a borrowed drill.',
    'Five minutes before. I have never been so nervous for somebody else.',
  ],
  rings: [
    'The little one at the front carried them in his shoe. Just so you know.',
    'Sixty years from now you will look at this one 💛',
    'They belonged to my grandmother. She would have loved tonight.',
  ],
  confetti: [
    'I am still finding this in my hair.',
    'The exact second! How did you get that?',
    'Best picture of the day, and I was there for all of them.',
    'Everyone is laughing in this one. Everyone.',
    'Please can somebody print this as big as a door?',
  ],
  sundowners: [
    'Cheers from the wall 🍊',
    'One more, they said. It is still early, they said.',
    'Diego, what was in these?',
    'The best seat of the whole evening.',
  ],
  sunset: [
    'No filter. I promise. It really was that colour.',
    'We all just stopped talking for a minute.',
    'I walked up there with my father. First proper talk in years. Thank you for putting the hill there.',
    'This one goes on our wall.',
    'Who is that under the tree? ❤️',
    'And not a single cloud where it mattered.',
  ],
  doubleExposure: [
    'Shot on my old film camera, two pictures on one frame by accident. Happiest accident of my life.',
    'This is art. I want the whole roll.',
    'The flowers are where your hearts are. I am not okay.',
  ],
  table: [
    'Forty-two metres of table and I still sat next to you.',
    'Who folded all those napkins? Stand up so we can clap.',
    'I ate three plates of that risotto and I regret nothing.',
    'The quiet second before everybody sat down.',
  ],
  candles: [
    'Four hundred of them. We lit every single one by hand 🕯️',
    'It smelled of honey.',
    'When the wind went down and they all stood still at once…',
  ],
  champagne: [
    'To Mara and Elias!',
    'To the two of you, and to whoever did the seating plan 🥂',
    'Mine was the third from the left. And the second. And the fourth.',
  ],
  stringLights: [
    'I want to live in this picture.',
    'Kwame on the ladder all morning, and it was worth every bulb.',
    'The moment they came on and everyone said ohhh.',
    'Could we please leave them up for ever?',
  ],
  lampions: [
    'Each table wrote a wish inside one. I know what ours says 🤫',
    'My daughter asked whether the moons were for sale.',
    'Like being inside a lamp.',
  ],
  cake: [
    'It had four layers when it left the kitchen. FOUR.',
    'Lemon and elderflower. I would marry it.',
    'My aunt baked this. She says it is nothing. It is not nothing, Auntie.',
    'I got the piece with the rose 🌹',
  ],
  firstDance: [
    'Ten lessons, and then you forgot every step and it was perfect.',
    'I held my breath the whole song.',
    'The way they look at each other 🥹',
    'My parents danced to this one too. I had to go outside for a bit.',
    'Not one dry eye at table six.',
  ],
  tent: [
    'From the car park it looked like a spaceship full of friends.',
    'Our little ship in the meadow.',
    'I stood out here for ten minutes just to look at all of you.',
    'You could hear the laughing from down at the lake.',
  ],
  band: [
    'They played until the neighbours came, and then they played for the neighbours.',
    'That was the encore. The fourth.',
    'My ears! My heart!',
    'The singer works at my bank. I will never look at my statements the same way 🎤',
  ],
  danceFloor: [
    'I can see my own elbow in this and I am proud of it.',
    'Grandma is still out there. STILL.',
    'If you were there you know 🕺',
    'Who started the conga line? Asking for my knees.',
    'Shoes were optional from here on.',
    'Zofia in the middle, as always.',
  ],
  discoBall: [
    'It turned all night, and so did we ✨',
    'Brought it back from Lisbon in hand luggage. Do not ask.',
    'I want one of these in my kitchen.',
  ],
  moon: [
    'We went down to cool our feet and stayed an hour.',
    'The whole lake to ourselves.',
    'Good night from the jetty 🌙',
    'They think nobody saw them sneak away. We all saw.',
  ],
  stars: [
    'Thirty minutes of exposure, and nobody walked into the picture. A miracle.',
    'There is a light on in our room. We forgot. Worth it.',
    'That sky!',
  ],
  skyLanterns: [
    'One for everyone who could not be here.',
    'I followed ours until it was a star.',
    'Nobody said a word. I will remember that quiet.',
  ],
  sparklers: [
    'I wrote your names. You have to believe me.',
    'Everybody stood in two rows and they ran through the middle ✨',
    'My sleeve has a hole now and I am keeping it.',
    'Look at all those hands.',
  ],
  fireworks: [
    'And THAT was the surprise I had to keep for six months.',
    'The dogs slept through all of it, in case anyone was worried.',
    'What an ending 🎆',
    'I filmed nothing, I only looked. So thank you for this one.',
    'Twice as many, because the lake joined in.',
  ],
}

/** What fits under any photo. */
export const ANYWHERE: readonly string[] = [
  '❤️',
  '😍😍',
  'Beautiful!',
  'Oh, this one.',
  'Thank you for sharing this 🙏',
  'I need this printed.',
  'What a night.',
  'Can we do it all again tomorrow?',
  'Saved. Framed. Done.',
  'You have such a good eye!',
  'I was right behind you!',
  'So happy I flew in for this.',
  'Goosebumps.',
  'More of these, please!',
  '🥹',
  'My favourite so far.',
  'How is this from a phone?',
  'Sending this to my mother right now.',
  'We love you two so much.',
  'I missed this moment, so thank you for catching it.',
  'Still smiling.',
  'Wow 🔥',
  'Ah, there it is. I hoped somebody took a picture of this.',
  'This is exactly how it felt.',
]

/** What whoever took a photo answers. */
export const THANKS: readonly string[] = [
  'Thank you 🧡',
  'It was all the light!',
  'Pure luck, I promise.',
  'Glad you like it ☺️',
  'I have about thirty more of these.',
  'Come and get a print at breakfast.',
]
