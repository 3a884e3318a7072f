import fc from "fast-check";

/** Property tests draw the same cases in every fast run, so that a failure can be repeated; EVIGRAPH_SEED=random draws new ones. */
if (process.env.EVIGRAPH_SEED !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20261130 });
