// The statements about lanes as a whole: their names, their use, and how they come and go.

export const noteUse = { name: "note-use", text: "UPDATE lanes SET used_at = clock_timestamp() WHERE id = $1" };
/** Throws if the tables are missing, or if the database can't be written. */
export const probe = {
  name: "probe",
  text: `WITH written AS (UPDATE kept SET value = value WHERE name = 'seed' RETURNING 1)
    SELECT (SELECT count(*) FROM written), EXISTS (SELECT 1 FROM lanes)`,
};
export const laneNames = {
  name: "lane-names",
  text: `SELECT name FROM lanes WHERE name IS NOT NULL ORDER BY name COLLATE "C"`,
};
export const laneUsages = {
  name: "lane-usages",
  text: "SELECT name, ids->>'orders' AS orders, journal_bytes AS bytes FROM lanes WHERE name IS NOT NULL",
};
export const laneId = { name: "lane-id", text: "SELECT id FROM lanes WHERE name = $1" };
export const laneRecord = { name: "lane-record", text: "SELECT record FROM lanes WHERE name = $1" };
export const openLane = {
  name: "open-lane",
  text: "UPDATE lanes SET used_at = clock_timestamp() WHERE name = $1 RETURNING id",
};
export const publishLane = {
  name: "publish-lane",
  text: "UPDATE lanes SET name = $1 WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM lanes WHERE name = $1) RETURNING id",
};
export const naming = {
  name: "naming",
  text: "SELECT pg_advisory_xact_lock(46551, hashtext(current_schema() || ' ' || $1))",
};
/** Makes new lanes with limits wait for one another, so that each counts the others. */
export const limiting = {
  name: "limiting",
  text: "SELECT pg_advisory_xact_lock(46555, hashtext(current_schema()))",
};
export const countLanes = { name: "count-lanes", text: "SELECT count(*) AS lanes FROM lanes WHERE name LIKE $1" };
export const nameLane = { name: "name-lane", text: "UPDATE lanes SET name = $1 WHERE id = $2" };
export const dropLane = {
  name: "drop-lane",
  text: "UPDATE lanes SET name = NULL, dropped_at = clock_timestamp() WHERE name = $1 RETURNING id",
};
export const discardLane = {
  name: "discard-lane",
  text: "UPDATE lanes SET dropped_at = clock_timestamp() WHERE id = $1",
};
