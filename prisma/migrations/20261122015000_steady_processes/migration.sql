-- Since when a process's heartbeats have come without a gap, by the database's clock. Only one that has been steady for a full lease
-- may declare another dead: after an outage of the database every living process has had the time to be heard of again.
ALTER TABLE runtime.process ADD COLUMN steady_since timestamptz(3) NOT NULL DEFAULT now();
