-- Links by which people may create Ormas where not everybody may; used ones are gone. The token itself is never stored: its SHA-256 is.
create table creator_invitations (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  uses_left bigint not null,
  created_at bigint not null,
  expires_at bigint not null
);

-- Users who have followed one.
create table creators (
  user_id bigint primary key references users (id) on delete cascade,
  since bigint not null
);
