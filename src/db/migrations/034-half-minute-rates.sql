-- The history has a rate for each half minute since decision 171. The previous version reads and
-- writes `minute`, so the column keeps its name.

comment on table rate_history is
  'The TRX rates that we measured, at most one for each half minute. "minute" is when that begins.';
