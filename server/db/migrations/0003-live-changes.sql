-- What changed in each event, in order, kept for a while so that who lost the line catches up. Ids only: what is told of
-- them is read when it is told, so that nothing lies here which was deleted.
alter table events add column live_seq bigint not null default 0;

create table live_changes (
  event_id bigint not null references events (id) on delete cascade,
  -- Counts up within the event without a gap.
  seq bigint not null,
  kind text not null,
  post_id bigint,
  -- The comment, or the user who likes.
  subject_id bigint,
  -- Set of a post that nobody but its author and the event's owner ever saw.
  author_id bigint,
  created_at bigint not null,
  primary key (event_id, seq)
);
create index live_changes_by_age on live_changes (created_at);
