-- Of the photo that a smaller one was made of before it was sent, as its sender states it.
alter table posts add column original_sha256 text;

create index posts_by_original on posts (event_id, original_sha256) where original_sha256 is not null;
