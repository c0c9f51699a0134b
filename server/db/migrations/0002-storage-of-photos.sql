-- Storage counts photos: what an event's own pictures and films take is little beside them. A machine of the release before may
-- still write `event_files` and `uploads.refusal`; they go with a later release.
update events set storage_bytes = storage_bytes -
  coalesce((select sum(f.bytes) from event_files f where f.event_id = events.id), 0);
delete from event_files;

-- An upload that is refused for good is forgotten.
delete from uploads where state = 'refused';
