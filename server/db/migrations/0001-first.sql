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
  created_at bigint not null
);
create index events_of_user on events (user_id, id);

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
  width bigint,
  height bigint,
  thumbhash text,
  rendition_bytes bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  created_at bigint not null,
  published_at bigint,
  unique (user_id, event_id, idempotency_key)
);
create index feed on posts (event_id, published_at desc, id desc) where status = 'COMPLETED';
create index unfinished_posts on posts (event_id, user_id, id) where status <> 'COMPLETED';
create index posts_of_user on posts (user_id, event_id);

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
  edited_at bigint
);
create index comments_newest on comments (post_id, id desc);
create index comments_of_user on comments (user_id);

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
  created_at bigint not null
);
create index jobs_due on jobs (queue, state, run_at, id);
