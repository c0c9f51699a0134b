-- How guests sign in to add, like and comment: phone or name.
alter table events add column guest_sign_in text not null default 'phone';
-- How many photos may be chosen at a time.
alter table events add column photos_per_choice bigint not null default 4;
-- Epoch milliseconds: until then guests see what they added themselves. The end of time: until an organiser says so.
alter table events add column reveal_at bigint;
-- What guests see: all, or their own.
alter table events add column guests_see text not null default 'all';
-- Keyed hash of the word that is asked for at the door; the number counts up with each one that known devices do not know.
alter table events add column pin_hash text;
alter table events add column pin_version bigint not null default 0;
-- 1: guests are offered to share the link.
alter table events add column may_share bigint not null default 1;

-- Whom an event's owner has invited to organise it.
create table organisers (
  event_id bigint not null references events (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  since bigint not null,
  primary key (event_id, user_id)
);
create index organisers_of_user on organisers (user_id);

-- Links that make who follows them an organiser; used ones are gone. The token itself is never stored: its SHA-256 is.
create table invitations (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  event_id bigint not null references events (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index invitations_of_event on invitations (event_id);

-- Events whose owner has asked an organiser to become it.
create table handovers (
  event_id bigint primary key references events (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  asked_at bigint not null
);

-- Users that came by a name alone, each in one event. Their phone is `guest:` and a number of ours.
create table guests (
  user_id bigint primary key references users (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  -- Of the call that made them; unique, since a repeated call makes no second one.
  idempotency_key text unique,
  -- When an organiser removed them: their tokens are good no more.
  removed_at bigint
);
create index guests_of_event on guests (event_id);
