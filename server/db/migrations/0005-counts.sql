-- 1: everybody who sees the photos reads how many guests and photos there are.
alter table events add column show_counts bigint not null default 0;
-- How many guests have opened it; counted anew with each that comes.
alter table events add column guest_count bigint not null default 0;

-- Devices that opened an event while nobody was signed in on them, each by the hash of a number that it made for this event alone.
create table visitor_marks (
  event_id bigint not null references events (id) on delete cascade,
  mark_hash text not null,
  primary key (event_id, mark_hash)
);
create index recent_views_of_event on recent_views (event_id);

update events set guest_count =
  (select count(*) from recent_views v
    where v.event_id = events.id and v.user_id <> events.user_id
      and not exists (select 1 from organisers o where o.event_id = v.event_id and o.user_id = v.user_id))
  + (select count(*) from guests g where g.event_id = events.id and g.removed_at is null);
