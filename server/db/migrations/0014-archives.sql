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
