import {
  COMMENTS_SHOWN,
  COMMENT_MAX,
  COMMENTS_PER_MINUTE,
  LIKES_PER_MINUTE,
  PAGE_SIZE,
  SIGNED_ADDRESS_MS,
} from '../../../contract/limits.ts'
import type { CallDescriptions } from '../call-descriptions.ts'

const AUTHOR_OR_OWNER = 'Its author, and who organises the Orma'
const SEEN_BY =
  'Anyone who has the link; of a post that is not shown its author and the organisers alone'

export const postCalls = {
  listPosts: {
    title: 'Read the feed',
    does: `Gives ${PAGE_SIZE} posts, or \`limit\`, the newest first by the time the server received them; past the end none. Until they are revealed, and in an Orma that only collects, guests get their own by this call and by all others. With \`after\`, those that follow a post, whatever came or went meanwhile: the way to read on. With \`before\`, those that lead up to a post.`,
    errors: ['post_not_found'],
  },
  listNewestPosts: {
    title: 'Read the first page of the feed',
    does: 'The same as page 1.',
    errors: ['post_not_found'],
  },
  getPost: {
    title: 'Read a post',
    does: 'Gives one post, and those that follow it in the feed where they are asked for.',
    who: SEEN_BY,
  },
  listPendingPosts: {
    title: 'List posts that are not shown',
    does: 'Gives the caller’s posts that are not COMPLETED; to who organises the Orma everyone’s.',
  },
  listOwnPosts: {
    title: 'List one’s own posts',
    does: `Gives the caller’s posts of this Orma in every state, newest first, ${PAGE_SIZE} at a time; \`after\` goes on from a post.`,
    errors: ['post_not_found'],
  },
  listPostIds: {
    title: 'List what is shown',
    does: 'Gives the ids of all posts of the feed, the newest first: what a device has kept and is not among them is gone.',
  },
  deletePost: {
    title: 'Delete a post',
    does: 'Removes a post with its files, likes and comments.',
    who: AUTHOR_OR_OWNER,
    errors: ['forbidden'],
  },
  listFlaggedPosts: {
    title: 'List posts that wait for approval',
    does: `Gives the posts that are FAILEDBYNUDITY, newest first: to who organises the Orma all, to others their own. \`reviewReason\` says why each waits. The addresses of their images hold for ${SIGNED_ADDRESS_MS / 60_000} minutes.`,
  },
  approvePost: {
    title: 'Approve a post',
    does: 'Shows a post that waits for approval, in the feed at the place of this moment. One that is shown already stays where it is, with the same answer. To reject one, delete it.',
    who: 'The owner of the Orma, and who organises it together with them',
    errors: ['owner_only', 'not_flagged'],
  },
  approvePosts: {
    title: 'Approve several posts',
    does: 'Approves each of these posts that waits for it, all or none. Those that are gone, or cannot be shown, are not in the answer.',
    who: 'The owner of the Orma, and who organises it together with them',
    errors: ['owner_only'],
  },
  likePost: {
    title: 'Like a post',
    does: `Adds the caller’s like; liking twice is the same as once. At most ${LIKES_PER_MINUTE} a minute, with taking back.`,
    errors: ['post_not_found', 'too_many_requests'],
  },
  unlikePost: {
    title: 'Take a like back',
    does: 'Removes the caller’s like; where there is none, nothing changes.',
    errors: ['post_not_found', 'too_many_requests'],
  },
  listComments: {
    title: 'Read all comments',
    does: `Gives every comment of a post, the newest first. A post itself carries its newest ${COMMENTS_SHOWN}.`,
    who: SEEN_BY,
  },
  addComment: {
    title: 'Comment on a post',
    does: `Adds a comment of 1 to ${COMMENT_MAX} characters. At most ${COMMENTS_PER_MINUTE} a minute.`,
    errors: ['too_many_requests', 'comment_deleted'],
  },
  editComment: {
    title: 'Edit a comment',
    does: 'Replaces the text of a comment.',
    who: 'Its author',
    errors: ['author_only'],
  },
  deleteComment: {
    title: 'Delete a comment',
    does: 'Removes a comment.',
    who: AUTHOR_OR_OWNER,
    errors: ['forbidden'],
  },
} satisfies CallDescriptions
