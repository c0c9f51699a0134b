-- Keyed hash of the word at the door before: who gives that guesses nothing.
alter table events add column old_pin_hash text;

-- Nobody reads these.
drop table event_files;
drop table abilities;
alter table uploads drop column refusal;
alter table posts drop column color;
