-- What a batch has to know about its commands, in the round trip that takes the lock: which of the
-- sessions are open, with their members (none of a suspended one), and what is stored for
-- idempotency keys. Call it in the select list of `lock_book`, whose row is there once the lock is
-- taken. The query in here has its own snapshot, so it sees what the previous holder of the lock
-- committed, and a session that ended while we waited.
create function look_up(wanted_sessions bigint[], wanted_scopes text[], wanted_keys text[])
returns json language plpgsql volatile as $$
begin
  return json_build_object(
    'sessions', (
      select json_object_agg(s.no, s.member_no)
      from sessions s
      join members m on m.no = s.member_no and not m.suspended
      where s.no = any (wanted_sessions)
        and s.ended_at is null and s.expires_at > clock_timestamp()
    ),
    'answers', (
      select json_agg(json_build_array(i.scope, i.key, i.input_hash, i.answer::text))
      from unnest(wanted_scopes, wanted_keys) as wanted (scope, key)
      join idempotency i on i.scope = wanted.scope and i.key = wanted.key
    )
  );
end $$;
