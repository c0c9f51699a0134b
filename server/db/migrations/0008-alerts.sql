-- What is wrong now: the operator is told once, and once more when it is over.
create table alerts (
  name text primary key,
  title text not null,
  message text not null,
  since bigint not null,
  -- When some process last saw that it is so. Not seen for minutes, it is over.
  seen_at bigint not null,
  -- When the operator was told; null: not yet.
  told_at bigint
);

-- One row, once a backup has been made.
create table last_backup (
  id bigint primary key check (id = 1),
  made_at bigint not null
);
