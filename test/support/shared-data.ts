import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageRoot, readEnv } from "../../clients/env.ts";

/**
 * Find a public data set that is not part of the repository: in EVIGRAPH_DATA, else in ../shared/data beside it.
 *
 * Out: the folder's path; undefined where it is absent, and the test that needs it says so by being skipped.
 */
export const sharedData = (name: string): string | undefined => {
  const places = [readEnv().EVIGRAPH_DATA, resolve(packageRoot(), "..", "shared", "data")];
  return places.flatMap((place) => (place === undefined ? [] : [join(place, name)])).find((folder) => existsSync(folder));
};
