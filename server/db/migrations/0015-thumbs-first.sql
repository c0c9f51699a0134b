-- 1: the photo is shown, or waits for the owner, by its thumb alone until its large rendition is there.
alter table posts add column lacks_full bigint not null default 0;

-- Who waits for a job, and its place among the jobs of all who wait: everybody's first job before anybody's second.
alter table jobs add column user_id bigint;
alter table jobs add column turn bigint not null default 0;
drop index jobs_due;
create index jobs_by_turn on jobs (queue, turn, run_at, id);
create index jobs_of_user on jobs (queue, user_id, turn);
