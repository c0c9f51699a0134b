-- Files of an event besides its photos: its own pictures with what is made of them, and films. Each is counted in `storage_bytes` once.
create table event_files (
  key text primary key,
  event_id bigint not null references events (id) on delete cascade,
  bytes bigint not null
);
create index event_files_of_event on event_files (event_id);

-- When the owner has the event deleted, and when they opened the warning of it; epoch milliseconds.
alter table events add column delete_at bigint;
alter table events add column delete_seen_at bigint;
create index events_by_deletion on events (delete_at) where delete_at is not null;

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
