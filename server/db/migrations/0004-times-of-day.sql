-- Hours and days of the photos' own clocks: `original_date` starts with `YYYY-MM-DDTHH`.
create index posts_by_hour on posts (event_id, substr(original_date, 1, 13), published_at desc, id desc)
 where status = 'COMPLETED';
