-- Id of the request for which a job is done, as the log has it; null: nobody asked.
alter table jobs add column request text;
