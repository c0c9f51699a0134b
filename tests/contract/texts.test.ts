import { describe, expect, it } from 'vitest'
import { texts } from '../../contract/texts.ts'
import { readFile, sourcesBelow } from '../support/source-files.ts'

/** The product's words as they are specified, letter by letter, also where they are misspelt. */
const SPECIFIED: [string, unknown][] = [
  ['moments into memories', texts.product.tagline],
  ['Welcome, Guest', texts.home.welcome(texts.home.guest)],
  ['Ormas you visited', texts.home.visited],
  ['My Ormas', texts.home.mine],
  ['No Ormas to show.', texts.home.empty],
  ['Create new Orma', texts.home.create],
  ['HOME', texts.menu.home],
  ['PROFILE', texts.menu.profile],
  ['MY ORMAS', texts.menu.myOrmas],
  ['SETTINGS', texts.menu.settings],
  ['LOGOUT', texts.menu.logout],
  ['LOGIN', texts.menu.login],
  ['Verify Identity', texts.login.title],
  ['Verify', texts.login.verify],
  ['Terms & Conditions', texts.login.terms],
  ['Privacy Policy', texts.login.privacy],
  ['Enter 4 digit code', texts.login.codeTitle],
  ['Please enter a valid phone number', texts.login.invalidPhone],
  ['Please enter email', texts.login.missingEmail],
  ['Please enter a valid email', texts.login.invalidEmail],
  ['Please enter a valid code', texts.login.invalidCode],
  ['The request been corrupted, please try again.!', texts.login.corrupted],
  ['That was an error verifying your number', texts.login.phoneCheckFailed],
  ['There was an error processing the request', texts.login.requestFailed],
  ['No response received', texts.login.noResponse],
  ['Error fetching posts', texts.login.startFailed],
  ['Error fetching post', texts.login.verifyFailed],
  ['Code is invalid or expired. please try again!', texts.login.codeRefused],
  [
    'We create a passwordless account so that you can upload. An SMS with a one-time code will be sent to you; it can take 30 to 60 seconds to arrive and is valid for 5 minutes.',
    texts.login.explanation,
  ],
  ['Invalid Credentionals, please try again', texts.session.invalid],
  ['An error occurred.', texts.session.failed],
  ['Invalid token', texts.session.invalidToken],
  ['You must be logged in to do this action', texts.loginPrompt.text],
  ['Login', texts.loginPrompt.login],
  ['Close', texts.loginPrompt.close],
  ['Please select an image file.', texts.create.notAnImage],
  ['File size exceeds the limit of 5MB.', texts.create.imageTooLarge],
  ['SHARE PRIVATE URL', texts.share.shareUrl],
  ['COPY PRIVATE URL', texts.share.copyUrl],
  ['COPIED URL!', texts.share.copied],
  ['DOWNLOAD QR', texts.print.downloadQr],
  ['EDIT THIS ORMA', texts.share.edit],
  ['VIEW SLIDESHOW', texts.share.viewSlideshow],
  ['Share beautiful moments with loved ones', texts.splash.invitation],
  ['Try now', texts.splash.tryNow],
  ['Find your seat', texts.splash.findSeat],
  ['Search for your first and last name', texts.seating.search],
  ['Update This Orma', texts.edit.title],
  ['UPDATE ORMA IMAGE', texts.edit.updateImage],
  ['UPDATE BANNER', texts.edit.updateBanner],
  ['UPDATE ORMA', texts.edit.update],
  ['This Orma is private. Only people with this link or QR code can open it.', texts.share.private],
  ['There was an error loading this page.Please try again!', texts.event.loadFailed],
  ['Live Feed', texts.event.liveFeed],
  ['Highlights', texts.event.highlights],
  ['There are no posts for this feed', texts.feed.empty],
  ['There was an error loading your feed', texts.feed.failed],
  ["Invalid Url, we couldn't find that post.", texts.post.invalidUrl],
  ["Invalid Post, we couldn't find that post", texts.post.notFound],
  ['Failed to load post. Please try again.', texts.post.loadFailed],
  ['Warning! This will delete the post. Are you sure?', texts.post.deleteWarning],
  ['Error: gone', texts.post.deleteFailed('gone')],
  ['there was error processing the request', texts.post.likeFailed],
  ['Enter a comment', texts.post.commentPlaceholder],
  ['View All', texts.post.viewAll],
  ['Add to this Orma', texts.upload.title],
  ['Upload Your Moment', texts.upload.subtitle],
  ['Please upload only 4 images at a time', texts.upload.hint],
  ['UPLOAD NOW', texts.upload.uploadNow],
  ['Uploading...', texts.upload.uploading],
  ['Uploaded', texts.upload.uploaded],
  ["Please don't leave the page or reload", texts.upload.dontLeave],
  ['Please select a maximum of 4 images at a time.', texts.upload.tooManyChosen],
  ['Maximum of 4 images allowed.', texts.upload.tooMany],
  ['Missing image', texts.upload.missingImage],
  ['You must verify identity to upload', texts.upload.mustVerify],
  ['Upload limit reached, please upgrade.', texts.upload.limitReached],
  ['Failed to upload file, try again.', texts.upload.failed],
  [
    "You've reached the edge of the universe. There's nothing beyond this point.",
    texts.notFound.text,
  ],
  ['Start Slideshow', texts.slideshow.start],
  ['Select Images', texts.slideshow.selectImages],
  ['Select All', texts.slideshow.selectAll],
  ['Scan QR code to add photos', texts.slideshow.scanToAdd],
  ['Please wait while we setup slideshow', texts.slideshow.settingUp],
  ['Please use Desktop or Laptop to view slideshow', texts.slideshow.desktopOnly],
  ['Please use a Desktop/Laptop to view slideshow', texts.slideshow.desktopOnlyForSelection],
  ['Please click on the images you like to add to slideshow', texts.slideshow.selectHint],
  ['No Highlights found.', texts.highlights.none],
  ['Highlights are only available on mobile devices', texts.highlights.mobileOnly],
  ['Unauthorized', texts.highlights.unauthorized],
  ['Failed to fetch Orma data', texts.highlights.loadFailed],
  ['Unexpected error', texts.highlights.unexpected],
  ['Download', texts.highlights.download],
  ['Preparing download...', texts.highlights.preparing],
  ['Error 403', texts.highlights.errorTitle(403)],
  ['Unauthorized. Please Log in.', texts.highlights.renderUnauthorized],
  ['Only the owner of the event can download the video!', texts.highlights.renderForbidden],
  ['Internal Server Error.', texts.highlights.renderFailed],
  ['Server responded with status 418', texts.highlights.renderRefused(418)],
  ['Unexpected response from server.', texts.highlights.renderUnexpected],
  ['Network error. Please check your internet connection.', texts.highlights.renderNoAnswer],
  ['Error setting up request. Please try again later.', texts.highlights.renderNotAsked],
  ['Continue with web version', texts.install.continueInWeb],
  ['SIGN OUT', texts.profile.signOut],
  ['CHANGE NAME', texts.profile.changeName],
  ['UPDATE NAME', texts.profile.updateName],
  ['Enter your new Full Name', texts.profile.newNamePlaceholder],
  ['Loading...', texts.profile.loadingName],
  ['Invalid Token', texts.profile.invalidToken],
  ['Error fetching posts', texts.profile.updateFailed],
  ['Error liking posts', texts.server.likeRefused],
  ['Error fetching flagged posts', texts.review.failed],
  ['Error approving post', texts.review.approveFailed],
  ['Are you sure you want to accept the post?', texts.review.approveQuestion],
]

/** Numbers in words that are no limits of the product. */
const NO_LIMITS = ['4 times faster', '30 to 60 seconds', 'Table 7', 'in 24 hours', '4 GiB']

describe('the texts', () => {
  // Specification: 1.1, 5.24, 8.19, 8.41
  it.each(SPECIFIED)('say %j as specified', (specified, text) => {
    expect(text).toBe(specified)
  })

  it('have no limit as digits of its own', () => {
    const sources = [...sourcesBelow('contract/texts'), ...sourcesBelow('server/openapi/calls')]
    const sentences = sources.flatMap((path) => {
      const text = readFile(path).replaceAll(/\$\{[^}]*\}/g, '')
      return NO_LIMITS.reduce((rest, words) => rest.replace(words, ''), text).split('\n')
    })
    // One is no limit, nor is a number within a name, as in tus 1.0, SHA-256 or ISO 8601.
    const numbers = sentences.filter((line) =>
      /['`][^'`]*(?<![\w.-]|ISO )(?!1\b)\d+ [a-zA-Z]/.test(line),
    )
    expect(numbers).toEqual([])
  })
})

const { upload, login, event, offline, menu, ownPhotos, people, review, archive } = texts
const both = { photos: 3, videos: 1 }

it.each([
  [
    upload.waitingLong(1),
    '1 photo has been waiting here for more than a week. It goes up as soon as there is signal.',
  ],
  [
    upload.waitingLong(2),
    '2 photos have been waiting here for more than a week. They go up as soon as there is signal.',
  ],
  [upload.doubles(1, 1), 'This photo is there already. Take it out, or upload it all the same.'],
  [
    upload.doubles(1, 2),
    'One of these photos is there already. Take it out, or upload it all the same.',
  ],
  [
    upload.doubles(2, 2),
    '2 of these photos are there already. Take them out, or upload them all the same.',
  ],
  [offline.waiting(1), '1 photo is waiting'],
  [offline.waiting({ photos: 0, videos: 1 }), '1 video is waiting'],
  [offline.waiting({ photos: 1, videos: 1 }), '1 photo and 1 video are waiting'],
  [offline.waiting({ photos: 2, videos: 0 }), '2 photos are waiting'],
  [event.photoCount(both), '3 photos and 1 video'],
  [event.photoCount(4), '4 photos'],
  [event.photoCount(4, true), '4 posts'],
  [event.photoCount(1, true), '1 post'],
  [
    upload.doublesChosen(1, 1, true),
    'This video was chosen before. Take it out, or upload it all the same.',
  ],
  [
    upload.doubles(2, 3, true),
    '2 of these are there already. Take them out, or upload them all the same.',
  ],
  [login.sendAgainIn(30), 'Send the code again in 30 s'],
  [login.sendAgainIn(120), 'Send the code again in 120 s'],
  [login.sendAgainIn(121), 'Send the code again in 3 minutes'],
  [login.sendAgainIn(82_345), 'Send the code again in 23 hours'],
  [login.wait(1), 'Please wait 1 second before you try again.'],
  [login.wait(2), 'Please wait 2 seconds before you try again.'],
  [login.wait(90), 'Please wait 2 minutes before you try again.'],
  [login.wait(5400), 'Please wait 2 hours before you try again.'],
])('a text that counts reads right of one and of many: %s', (said, words) => {
  expect(said).toBe(words)
})

it.each([
  [review.title, 'Photos and videos to review'],
  [people.title, 'People, photos and videos'],
  [menu.archive, 'DOWNLOAD ALL PHOTOS AND VIDEOS'],
  [people.photosBy('Ann'), 'Photos and videos by Ann'],
  [ownPhotos.empty, 'You have not added photos or videos to this Orma yet.'],
  [archive.what, archive.what.replace('photos', 'photos and videos')],
  [people.noPhotos, 'There are no photos or videos by this person.'],
])('%s: where there may be videos, %s', (words, said) => {
  expect(texts.withVideos(true, words)).toBe(said)
  expect(texts.withVideos(false, words)).toBe(words)
})
