#if Queue
  /// The scripts that the server runs, each as a whole: what they change is changed at once, and every time is the
  /// server's.
  ///
  /// The keys of a run, which begin alike:
  /// - `run` (hash): `token`, `facts`, `left` (microseconds of units to do), `verdict`
  /// - `todo` (list): units to do, the slowest first, as `NUMBER:WEIGHT:LOSSES`
  /// - `batches` (hash): the units of each lease, or `report`; `leases` (sorted set): when each ends, in milliseconds
  /// - `done` and `logs` (hashes): the units and the log of each batch that counts, by its lease
  /// - `lost` (list): units that were begun too often
  /// - `machines` (sorted set): when each machine last called
  enum RedisScripts {
    static let keys = ["run", "todo", "batches", "leases", "done", "logs", "lost", "machines"]

    /// The arguments of each script that belongs to a machine: token, machine, lease, span and expiry in milliseconds.
    private static let common = """
      local run, todo, batches, leases, done, logs, lost, machines = unpack(KEYS)
      local token, machine, lease, span, expiry = unpack(ARGV)
      if redis.call('HGET', run, 'token') ~= token then return redis.error_reply('GONE') end
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      redis.call('ZADD', machines, now, machine)
      local function keep() for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, expiry) end end
      -- Takes a batch from its lease; its units are done again.
      local function giveBack(lease, losses)
        local units = redis.call('HGET', batches, lease)
        redis.call('HDEL', batches, lease)
        redis.call('ZREM', leases, lease)
        if not units or units == 'report' then return end
        local entries = {}
        for entry in units:gmatch('%S+') do table.insert(entries, 1, entry) end
        for _, entry in ipairs(entries) do
          local number, weight, before = entry:match('^(%d+):(%d+):(%d+)$')
          if before + losses >= \(QueuedUnit.limit) then
            redis.call('RPUSH', lost, number)
          else
            redis.call('LPUSH', todo, number .. ':' .. weight .. ':' .. (before + losses))
            redis.call('HINCRBY', run, 'left', weight)
          end
        end
      end

      """

    /// Creates the run, unless there is one. Arguments: token, facts, count and sum of the units, expiry. The additional
    /// key is that of the new list. Returns the token and the facts of the run that exists then.
    static let create = """
      local run, todo, list = KEYS[1], KEYS[2], KEYS[9]
      local found = redis.call('HMGET', run, 'token', 'facts')
      if found[1] then
        redis.call('DEL', list)
        return found
      end
      if redis.call('LLEN', list) ~= tonumber(ARGV[3]) then return redis.error_reply('GONE') end
      redis.call('RENAME', list, todo)
      redis.call('HSET', run, 'token', ARGV[1], 'facts', ARGV[2], 'left', ARGV[4])
      redis.call('PEXPIRE', run, ARGV[5])
      redis.call('PEXPIRE', todo, ARGV[5])
      return {ARGV[1], ARGV[2]}
      """

    /// Appends units to the new list, unless they are there already. Arguments: the length before, expiry, units.
    static let append = """
      local count = redis.call('LLEN', KEYS[1])
      if count == ARGV[1] + #ARGV - 2 then return count end
      if count ~= tonumber(ARGV[1]) then return redis.error_reply('GONE') end
      for index = 3, #ARGV do count = redis.call('RPUSH', KEYS[1], ARGV[index]) end
      redis.call('PEXPIRE', KEYS[1], ARGV[2])
      return count
      """

    /// Additional arguments: the expected number of machines, the least weight of a batch, and its most units.
    static let reserve =
      common + """
        local expected, least, most = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
        local function hold(units)
          redis.call('HSET', batches, lease, units)
          redis.call('ZADD', leases, now + span, lease)
          keep()
          return {units == 'report' and 'report' or 'batch', units, redis.call('LLEN', todo)}
        end
        local held = redis.call('HGET', batches, lease)
        if held then return hold(held) end
        local verdict = redis.call('HGET', run, 'verdict')
        if verdict then return {'verdict', verdict} end
        for _, expired in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', now)) do giveBack(expired, 1) end
        if redis.call('LLEN', todo) == 0 then
          local next = redis.call('ZRANGE', leases, 0, 0, 'WITHSCORES')
          if next[1] then return {'wait', tostring(next[2] - now)} end
          return hold('report')
        end
        local alive = redis.call('ZCOUNT', machines, now - 2 * span, '+inf')
        local left = tonumber(redis.call('HGET', run, 'left'))
        local aim = math.max(left / (2 * math.max(alive, expected)), least)
        local units, sum = {}, 0
        while #units < most do
          local entry = redis.call('LINDEX', todo, 0)
          if not entry then break end
          local weight, losses = entry:match(':(%d+):(%d+)$')
          local isAlone = losses + 1 >= \(QueuedUnit.limit)
          if #units > 0 and (isAlone or sum + weight > aim) then break end
          redis.call('LPOP', todo)
          table.insert(units, entry)
          sum = sum + weight
          if isAlone then break end
        end
        redis.call('HINCRBY', run, 'left', -sum)
        return hold(table.concat(units, ' '))
        """

    static let extend =
      common + """
        if redis.call('HEXISTS', batches, lease) == 0 then return 0 end
        redis.call('ZADD', leases, now + span, lease)
        keep()
        return 1
        """

    /// Additional argument: the log of the batch, or the verdict.
    static let acknowledge =
      common + """
        if redis.call('HEXISTS', done, lease) == 1 then return 1 end
        local units = redis.call('HGET', batches, lease)
        if not units then return 0 end
        if units == 'report' then
          redis.call('HSET', run, 'verdict', ARGV[6])
        else
          redis.call('HSET', done, lease, units)
          redis.call('HSET', logs, lease, ARGV[6])
        end
        redis.call('HDEL', batches, lease)
        redis.call('ZREM', leases, lease)
        keep()
        return 1
        """

    /// Additional argument: how many losses that is for each unit.
    static let release = common + "giveBack(lease, tonumber(ARGV[6])) keep() return 1"

    /// Returns the units of each batch that counts by its lease, and the lost units.
    static let results =
      common + "return {redis.call('HGETALL', done), redis.call('LRANGE', lost, 0, -1)}"
  }
#endif
