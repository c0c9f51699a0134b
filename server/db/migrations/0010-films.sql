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
