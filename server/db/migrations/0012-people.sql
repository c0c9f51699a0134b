-- That of its post, so that all comments of an Orma are found in order.
alter table comments add column event_id bigint;
update comments set event_id = (select p.event_id from posts p where p.id = comments.post_id);

create index comments_of_event on comments (event_id, id desc);
create index posts_of_person on posts (event_id, user_id, id desc);
