-- Counts up with all that shows in the event's feed: what was written of the feed at this number still holds.
alter table events add column feed_version bigint not null default 0;
