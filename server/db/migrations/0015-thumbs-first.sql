-- 1: the photo is shown, or waits for the owner, by its thumb alone until its large rendition is there.
alter table posts add column lacks_full bigint not null default 0;

-- Who waits for a job, and the time at which its turn comes where others wait as well; epoch milliseconds.
alter table jobs add column user_id bigint;
alter table jobs add column turn bigint not null default 0;
update jobs set turn = run_at;
drop index jobs_due;
create index jobs_by_turn on jobs (queue, turn, id);
create index jobs_of_user on jobs (queue, user_id, turn);
