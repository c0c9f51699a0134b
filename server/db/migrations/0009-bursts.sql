-- When the photo was taken, epoch milliseconds; by it bursts are found. Null: not looked at yet.
alter table posts add column taken_at bigint;

create index posts_by_capture on posts (event_id, taken_at) where burst_id is not null;
create index posts_of_burst on posts (burst_id) where status = 'COMPLETED';
-- What the job for older posts has still to look at.
create index posts_without_burst on posts (id) where status = 'COMPLETED' and burst_id is null;
