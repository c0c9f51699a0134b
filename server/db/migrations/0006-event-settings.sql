-- What an event's owner sets besides its name and date. Flags are 0 or 1.
alter table events add column paused bigint not null default 0;
alter table events add column uploads_closed bigint not null default 0;
alter table events add column review_all bigint not null default 0;
-- Epoch milliseconds.
alter table events add column ends_at bigint;
alter table events add column music text;

-- Whose a picture is decides whether it is served.
create index events_by_profile_image on events (profile_image) where profile_image is not null;
create index events_by_banner on events (banner) where banner is not null;
