-- A batch that has looked a session up keeps it from ending until the commit. So nothing more
-- happens with a session once its member's sign-out is answered. Sessions end under the same lock,
-- taken alone. One that is ending counts as ended, because a batch must not wait for it.
create or replace function look_up(
  wanted_sessions bigint[], wanted_scopes text[], wanted_keys text[]
) returns json language plpgsql volatile as $$
declare held bigint[];
begin
  -- A statement of its own, because the next one has to see what ended before we got the lock.
  select array_agg(no) into held from unnest(wanted_sessions) as wanted (no)
  where pg_try_advisory_xact_lock_shared(hashtextextended('session of a member', no));
  return json_build_object(
    'sessions', (
      select json_object_agg(s.no, s.member_no)
      from sessions s
      join members m on m.no = s.member_no and not m.suspended
      where s.no = any (held)
        and s.ended_at is null and s.expires_at > clock_timestamp()
    ),
    'answers', (
      select json_agg(json_build_array(i.scope, i.key, i.input_hash, i.answer::text))
      from unnest(wanted_scopes, wanted_keys) as wanted (scope, key)
      join idempotency i on i.scope = wanted.scope and i.key = wanted.key
    )
  );
end $$;
