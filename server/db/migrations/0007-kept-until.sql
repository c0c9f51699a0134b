-- When the operator's RETENTION_DAYS has the event deleted, as its owner was told; null: that is far, or never.
alter table events add column kept_until bigint;
create index events_by_kept_until on events (kept_until) where kept_until is not null;
