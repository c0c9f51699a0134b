alter table events add column allow_videos bigint not null default 0;

-- photo or video. The pictures of a video are those of its poster.
alter table posts add column kind text not null default 'photo';
-- Of a processed video, milliseconds.
alter table posts add column duration_ms bigint;
-- Of a processed video: where the part of it begins that films show, milliseconds.
alter table posts add column liveliest_ms bigint;
-- Of a processed video: the ending of the blob that is the original without its metadata. Null: that is the video as it is served.
alter table posts add column clean_type text;
