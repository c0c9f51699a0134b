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
