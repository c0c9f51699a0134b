-- 1: who runs the server has closed it, besides what its owner says in `paused`.
alter table events add column operator_paused bigint not null default 0;

-- Numbers that sign in no more. Not their accounts: those may be deleted, and be made anew.
create table bans (
  id bigint generated always as identity primary key,
  phone text not null unique,
  created_at bigint not null
);

-- What who runs the server did, by the page or by commands.
create table operator_acts (
  id bigint generated always as identity primary key,
  -- Masked number of who did it; null: a command.
  by_phone text,
  action text not null,
  -- Name of the Orma, masked number of the person, or for how many.
  about text not null,
  created_at bigint not null
);
create index operator_acts_by_age on operator_acts (created_at);
