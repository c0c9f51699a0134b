-- Of a comment that came under a key its id alone is kept: words that are edited or deleted must not stay here.
-- `{"id":` has six characters; what follows the id's digits is cut off.
update keyed_calls
   set answer = substr(answer, 1, length(answer) - length(ltrim(substr(answer, 7), '0123456789'))) || '}'
 where answer like '{"id":%,"content":%';
