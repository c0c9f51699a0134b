create table users (
  id bigint generated always as identity primary key,
  phone text not null unique,
  name text,
  email text,
  created_at bigint not null
);

-- The token itself is never stored: its SHA-256 is.
create table sessions (
  token_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table codes (
  request_id text primary key,
  phone text not null,
  code_hash text not null,
  address text not null,
  wrong_tries bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index codes_of_phone on codes (phone, created_at);
create index codes_by_age on codes (created_at);

-- One row for each thing that a limit counts; `scope` says which limit, of whom.
create table limit_hits (
  id bigint generated always as identity primary key,
  scope text not null,
  at bigint not null
);
create index limit_hits_of_scope on limit_hits (scope, at);
create index limit_hits_by_age on limit_hits (at);

create table events (
  id bigint generated always as identity primary key,
  event_hash text not null unique,
  user_id bigint not null references users (id),
  name text not null,
  event_date text not null,
  seating_url text,
  profile_image text,
  banner text,
  post_count bigint not null default 0,
  storage_bytes bigint not null default 0,
  created_at bigint not null,
  -- What the owner sets besides name and date. Flags are 0 or 1.
  paused bigint not null default 0,
  uploads_closed bigint not null default 0,
  review_all bigint not null default 0,
  -- Epoch milliseconds, as all times.
  ends_at bigint,
  music text,
  -- When the owner has the event deleted, and when they opened the warning of it.
  delete_at bigint,
  delete_seen_at bigint,
  -- Number of the newest of its `live_changes`.
  live_seq bigint not null default 0,
  -- Counts up with all that shows in the event's feed: what was written of the feed at this number still holds.
  feed_version bigint not null default 0
);
create index events_of_user on events (user_id, id);
-- Whose a picture is decides whether it is served.
create index events_by_profile_image on events (profile_image) where profile_image is not null;
create index events_by_banner on events (banner) where banner is not null;
create index events_by_deletion on events (delete_at) where delete_at is not null;

-- Which event an Idempotency-Key of its owner made. A row outlives its event, so that a replay does not make it anew.
create table event_keys (
  user_id bigint not null references users (id) on delete cascade,
  idempotency_key text not null,
  -- Hash of what the event was made of.
  payload text not null,
  event_id bigint not null,
  created_at bigint not null,
  primary key (user_id, idempotency_key)
);
create index event_keys_by_age on event_keys (created_at);

-- Files of an event besides its photos: its own pictures with what is made of them, and films. Each is counted in `storage_bytes` once.
create table event_files (
  key text primary key,
  event_id bigint not null references events (id) on delete cascade,
  bytes bigint not null
);
create index event_files_of_event on event_files (event_id);

create table recent_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  viewed_at bigint not null,
  unique (user_id, event_id)
);

create table posts (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null references users (id),
  status text not null,
  idempotency_key text,
  sha256 text not null,
  size bigint not null,
  type text not null,
  -- Random name under which the original and its renditions are stored and served.
  media_name text not null unique,
  original_date text not null,
  timezone text not null,
  description text not null,
  -- How the stored picture must be turned to be upright, 1 to 8, decided when it is received.
  orientation bigint not null default 1,
  width bigint,
  height bigint,
  thumbhash text,
  rendition_bytes bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  created_at bigint not null,
  published_at bigint,
  -- Of the photo that a smaller one was made of before it was sent, as its sender states it.
  original_sha256 text,
  -- 1: the photo is shown, or waits for the owner, by its thumb alone until its large rendition is there.
  lacks_full bigint not null default 0,
  -- Why a flagged post waits for the owner: nudity, unchecked, review.
  review_reason text,
  -- What the nudity check said of each of its classes, as JSON. Null: it was not asked, or failed.
  probabilities text,
  -- Of the decoded picture; null before it is rendered. 64 bits as hexadecimal; photos that look alike differ in few.
  perceptual_hash text,
  sharpness double precision,
  -- `#rrggbb`
  color text,
  -- When the photo was taken; by it bursts are found.
  taken_at bigint,
  -- The first post of the burst that this one belongs to.
  burst_id bigint,
  unique (user_id, event_id, idempotency_key)
);
create index feed on posts (event_id, published_at desc, id desc) where status = 'COMPLETED';
create index unfinished_posts on posts (event_id, user_id, id) where status <> 'COMPLETED';
create index posts_of_user on posts (user_id, event_id);
create index posts_of_person on posts (event_id, user_id, id desc);
create index flagged_posts on posts (event_id, id desc) where status = 'FAILEDBYNUDITY';
create index posts_by_bytes on posts (event_id, sha256);
create index posts_by_original on posts (event_id, original_sha256) where original_sha256 is not null;
-- Hours and days of the photos' own clocks: `original_date` starts with `YYYY-MM-DDTHH`.
create index posts_by_hour on posts (event_id, substr(original_date, 1, 13), published_at desc, id desc)
 where status = 'COMPLETED';
create index posts_by_capture on posts (event_id, taken_at) where burst_id is not null;
create index posts_of_burst on posts (burst_id) where status = 'COMPLETED';

-- What remains of a deleted post: its key, so that a replay does not bring it back, and its place in the feed.
create table deleted_posts (
  post_id bigint primary key,
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null,
  idempotency_key text,
  published_at bigint,
  deleted_at bigint not null,
  unique (user_id, event_id, idempotency_key)
);

create table likes (
  post_id bigint not null references posts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (post_id, user_id)
);
create index likes_newest on likes (post_id, created_at desc, user_id);
create index likes_of_user on likes (user_id);

create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  content text not null,
  created_at bigint not null,
  edited_at bigint,
  -- That of its post, so that all comments of an Orma are found in order.
  event_id bigint not null
);
create index comments_newest on comments (post_id, id desc);
create index comments_of_user on comments (user_id);
create index comments_of_event on comments (event_id, id desc);

-- Calls other than uploads that were sent with an Idempotency-Key, with what was answered.
create table keyed_calls (
  user_id bigint not null references users (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  idempotency_key text not null,
  payload text not null,
  answer text not null,
  created_at bigint not null,
  primary key (user_id, event_id, idempotency_key)
);
create index keyed_calls_by_age on keyed_calls (created_at);

create table jobs (
  id bigint generated always as identity primary key,
  queue text not null,
  payload text not null,
  state text not null,
  -- Counts claims, so that a worker whose lease ended cannot finish another's run; failures alone lead to giving up.
  tries bigint not null default 0,
  failures bigint not null default 0,
  run_at bigint not null,
  locked_until bigint,
  last_error text,
  created_at bigint not null,
  -- Who waits for it, and the time at which its turn comes where others wait as well.
  user_id bigint,
  turn bigint not null default 0,
  -- Id of the request for which it is done, as the log has it; null: nobody asked.
  request text
);
create index jobs_by_turn on jobs (queue, turn, id);
create index jobs_of_user on jobs (queue, user_id, turn);

-- Photos that come in pieces. A row stays for days after its photo became a post, for a sender who has not heard of it.
create table uploads (
  id text primary key,
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  idempotency_key text not null,
  -- Bytes of the whole, and of what is stored of it.
  length bigint not null,
  received bigint not null,
  -- Of the whole, as its sender states it.
  sha256 text,
  -- Upload-Metadata as it was sent.
  metadata text not null,
  -- open, done (it is a post) or refused for good (by this code).
  state text not null,
  refusal text,
  expires_at bigint not null,
  unique (user_id, event_id, idempotency_key)
);
create index uploads_by_expiry on uploads (expires_at);
create index uploads_of_event on uploads (event_id);

-- The pieces, each a blob of its own, without gaps from 0 to what is received.
create table upload_parts (
  upload_id text not null references uploads (id) on delete cascade,
  start bigint not null,
  size bigint not null,
  blob_name text not null unique,
  primary key (upload_id, start)
);

-- What changed in each event, in order, kept for a while so that who lost the line catches up. Ids only: what is told of
-- them is read when it is told, so that nothing lies here which was deleted.
create table live_changes (
  event_id bigint not null references events (id) on delete cascade,
  -- Counts up within the event without a gap.
  seq bigint not null,
  kind text not null,
  post_id bigint,
  -- The comment, or the user who likes.
  subject_id bigint,
  -- Set of a post that nobody but its author and the event's owner ever saw.
  author_id bigint,
  created_at bigint not null,
  primary key (event_id, seq)
);
create index live_changes_by_age on live_changes (created_at);

-- Films of days, each once: made, being made, or to be made.
create table films (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  -- `YYYY-MM-DD`
  day text not null,
  -- Hash of all that is seen in it.
  content text not null,
  -- JSON: what is to be drawn.
  plan text not null,
  -- waiting, rendering, ready, failed
  state text not null,
  percent bigint not null default 0,
  media_name text not null unique,
  asked_at bigint not null,
  unique (event_id, content)
);
create index films_of_day on films (event_id, day, asked_at);

-- What owners did in their events, for them to read. Ids and settings only: nothing of people, and no content.
create table audit_entries (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null,
  action text not null,
  -- The post, where it is about one.
  post_id bigint,
  -- JSON.
  details text not null,
  created_at bigint not null
);
create index audit_of_event on audit_entries (event_id, id desc);
create index audit_by_age on audit_entries (created_at);

-- What an archive takes of each photo, found once.
create table archive_files (
  post_id bigint primary key references posts (id) on delete cascade,
  -- Ending of the file's name.
  type text not null,
  -- Bytes. 0: nothing of the photo can be read, and no archive has it.
  size bigint not null,
  crc32 bigint not null,
  -- JSON: a stored blob, its runs, and bytes of ours.
  content text not null
);

-- Archives that were asked for, each for who has the ticket. The ticket itself is never stored: its SHA-256 is.
create table archives (
  ticket_hash text primary key,
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- JSON: ids of its posts.
  post_ids text not null,
  -- What a strong ETag says.
  etag text not null,
  asked_at bigint not null,
  begun_at bigint
);
create index archives_by_age on archives (asked_at);

-- What all processes on one database have to know alike, and nobody else.
create table secrets (
  name text primary key,
  value text not null
);

-- What some process of this installation can do for the others, such as making films.
create table abilities (
  name text primary key,
  -- When one of them said so last.
  told_at bigint not null
);
