-- Why a flagged post waits for the owner: nudity, unchecked, review.
alter table posts add column review_reason text;
-- What the nudity check said of each of its classes, as JSON. Null: it was not asked, or failed.
alter table posts add column probabilities text;
-- Of the decoded picture. Null: not looked at yet.
-- 64 bits as hexadecimal; photos that look alike differ in few.
alter table posts add column perceptual_hash text;
alter table posts add column sharpness double precision;
-- `#rrggbb`
alter table posts add column color text;
-- The first post of the burst that this one belongs to.
alter table posts add column burst_id bigint;

create index flagged_posts on posts (event_id, id desc) where status = 'FAILEDBYNUDITY';
create index posts_by_bytes on posts (event_id, sha256);
