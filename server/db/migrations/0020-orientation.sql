-- How a photo's stored picture must be turned to be upright, 1 to 8, decided when it is received; null: nobody has.
alter table posts add column orientation integer;
