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
