-- What some process of this installation can do for the others, such as making films.
create table abilities (
  name text primary key,
  -- When one of them said so last.
  told_at bigint not null
);
