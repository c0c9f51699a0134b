-- Storage counts photos: what an event's own pictures and films take is little beside them.
update events set storage_bytes = storage_bytes -
  coalesce((select sum(f.bytes) from event_files f where f.event_id = events.id), 0);
drop table event_files;

-- An upload that is refused for good is forgotten.
delete from uploads where state = 'refused';
alter table uploads drop column refusal;

-- Nobody reads these.
drop table abilities;
alter table posts drop column color;
