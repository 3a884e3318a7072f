import { join } from "node:path";
import { cacheDir, readEnv } from "../clients/env.ts";
import { openDemoIndex } from "../clients/index/demo-index.ts";
import { openAtFirstUse } from "../clients/index/open-at-first-use.ts";
import { openIndex } from "../clients/index/open-index.ts";
import { folderTexts } from "../clients/text-store.ts";
import { withoutTracing } from "../clients/tracing.ts";
import { compileArchehrGraph } from "./archehr.ts";
import { compileBioasqGraph } from "./bioasq.ts";
import { openLiveParts } from "./live-parts.ts";

withoutTracing();
const env = readEnv();

// Texts lie in a folder, so that a thread of yesterday still finds its note.
const { encoder, ...parts } = openLiveParts({
  env,
  texts: folderTexts(join(cacheDir(env), "texts")),
});

const articles = openAtFirstUse("local", async () =>
  env.EVIGRAPH_INDEX === undefined
    ? openDemoIndex({ folder: join(cacheDir(env), "indexes"), encoder })
    : openIndex(env.EVIGRAPH_INDEX, encoder),
);

/** The archehr graph as the LangGraph server loads it: the embedded models, and the server's own checkpointer. */
export const archehr = compileArchehrGraph(parts);

/** The bioasq graph for the same server; it searches the index EVIGRAPH_INDEX, or the demo corpus. */
export const bioasq = compileBioasqGraph({ ...parts, retrievers: [articles] });
