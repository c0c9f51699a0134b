-- What all processes on one database have to know alike, and nobody else.
create table secrets (
  name text primary key,
  value text not null
);
